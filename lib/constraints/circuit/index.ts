export * from "./JointCircuit.ts";
