export default {
  files: ["build/test/**/*.js", "!build/test/{browser,helpers,jupyter,long,reference}/**"],
  timeout: "5m",
};
