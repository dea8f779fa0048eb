import { checkInstance, checkText, describe, ModelError } from "../math/index.ts";
import { Mesh } from "./Mesh.ts";

/** The text of more would be longer than texts can be. */
const MOST_TRIANGLES = 1_000_000;

/** A mesh that is written as text. */
export function checkTextMesh(owner: string, mesh: unknown): Mesh {
  const { triangleCount } = checkInstance(owner, "the mesh", mesh, Mesh);
  if (triangleCount <= MOST_TRIANGLES) return mesh as Mesh;
  throw new ModelError(
    `${owner}: the mesh has ${triangleCount} triangles; as text give at most ${MOST_TRIANGLES}, or write binary STL or GLB`,
  );
}

/**
 * A name as it stands on one line of a text file: blanks, ends of lines, other signs that nobody sees, and the backslash,
 * which joins lines in some formats, become `blank`.
 */
export const checkTitle = (owner: string, name: unknown, blank: string): string =>
  checkText(owner, "the name", name)
    .trim()
    .replace(/[\s\p{Cc}\p{Cs}\\]+/gu, blank);

/** Refuses the name of a file where its contents are wanted. */
export function refuseName(owner: string, text: string): void {
  if (!/^[^\n]{1,300}\.\w{1,5}$/.test(text.trim())) return;
  throw new ModelError(`${owner}: ${describe(text)} looks like the name of a file; give what is in it`);
}
