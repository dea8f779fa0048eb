export { type RegisteredLaw, registerLaw } from "./registerLaw.ts";
