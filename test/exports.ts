import fs from "node:fs";
import test from "ava";
import { exportedNames, exportsFile } from "./helpers/exportedNames.ts";

test("the exported names are those of test/exports.txt", (t) => {
  const listed = fs.readFileSync(exportsFile, "utf8").trimEnd().split("\n");
  t.deepEqual(
    exportedNames(),
    listed,
    "The exported names changed. If that is meant, run: npm run exports, and commit test/exports.txt",
  );
});
