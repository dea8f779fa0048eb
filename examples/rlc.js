// A coil, a capacitor and a resistor in series on a battery: a bond graph of five elements.
import { BondGraph, Circuit, findStateEquations } from "multibond";

const graph = new BondGraph();
graph.create("Se", "V", { parameters: { effort: 10 } });
graph.create("1", "loop");
graph.create("R", "R", { parameters: { resistance: 20 } });
graph.create("I", "L", { parameters: { inertance: 0.1 } });
graph.create("C", "C", { parameters: { capacitance: 1e-4 } });
graph.connect("V", "loop");
for (const element of ["R", "L", "C"]) graph.connect("loop", element);

const run = await new Circuit(graph).simulate({ until: 0.05, tolerance: 1e-10 });

for (const t of [0, 0.005, 0.01, 0.02, 0.05]) {
  const now = run.at(t);
  console.log(`t = ${t} s   ${now.flow("loop → L").toFixed(6)} A   ${now.effort("loop → C").toFixed(6)} V`);
}
console.log((await findStateEquations(graph)).text);

export { run };
export default graph;
