// Tests that need Jupyter: npm run test:jupyter
export default {
  files: ["build/test/jupyter/**/*.js"],
  timeout: "5m",
};
