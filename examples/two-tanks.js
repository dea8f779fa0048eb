// Two tanks: water flows into the first, through a pipe into the second, and out through a valve.
import { BondGraph, Circuit } from "multibond";

const graph = new BondGraph();
graph.create("Sf", "Q", { parameters: { flow: 2e-3 } }); // m³/s
graph.create("0", "p1");
graph.create("C", "C1", { parameters: { capacitance: 5e-5 } }); // m³/Pa: area / (density · gravity)
graph.create("1", "pipe");
graph.create("R", "R1", { parameters: { resistance: 2e6 } }); // Pa s/m³
graph.create("0", "p2");
graph.create("C", "C2", { parameters: { capacitance: 3e-5 } });
graph.create("R", "R2", { parameters: { resistance: 4e6 } });
graph.connect("Q", "p1");
graph.connect("p1", "C1");
graph.connect("p1", "pipe");
graph.connect("pipe", "R1");
graph.connect("pipe", "p2");
graph.connect("p2", "C2");
graph.connect("p2", "R2");

const run = await new Circuit(graph).simulate({ until: 600, tolerance: 1e-10 });

for (const t of [0, 60, 120, 300, 600]) {
  const now = run.at(t);
  const [p1, p2] = ["p1 → C1", "p2 → C2"].map((bond) => now.effort(bond).toFixed(2));
  console.log(`t = ${t} s   ${p1} Pa   ${p2} Pa   out ${now.flow("p2 → R2").toExponential(4)} m³/s`);
}

export { run };
export default graph;
