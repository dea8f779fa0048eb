// Proofs that take longer than 20 s: npm run test:long
export default {
  files: ["build/test/long/**/*.js"],
  timeout: "60m",
};
