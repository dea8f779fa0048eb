// Tests that need Chromium: npm run test:browser
export default {
  files: ["build/test/browser/**/*.js"],
  timeout: "5m",
};
