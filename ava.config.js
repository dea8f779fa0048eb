export default {
  files: ["build/test/**/*.js", "!build/test/{browser,helpers,long,reference}/**"],
  timeout: "5m",
};
