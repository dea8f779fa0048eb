import ts from "typescript";
import { inRoot, packageFile } from "./project.ts";

export const exportsFile = inRoot("test/exports.txt");

/** Every name that a user can import, a line each: `multibond/math Vector3 type`; types are marked. */
export function exportedNames(): string[] {
  const entries = Object.entries(packageFile.exports).flatMap(([key, target]) =>
    typeof target === "string" ? [] : [{ name: key.replace(/^\./, packageFile.name), file: inRoot(target.types) }],
  );
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, skipLibCheck: true, types: [] },
  );
  const checker = program.getTypeChecker();
  return entries.flatMap(({ name, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${name}: ${file} does not exist or exports nothing`);
    return checker
      .getExportsOfModule(module)
      .map((symbol) => {
        const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        return `${name} ${symbol.name}${target.flags & ts.SymbolFlags.Value ? "" : " type"}`;
      })
      .sort();
  });
}
