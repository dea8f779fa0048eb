// A quarter of a car: the road drives the tyre, the wheel carries spring and damper, and these carry the body.
import { BondGraph, Circuit } from "multibond";

const gravity = 9.81;
const wheel = 40; // kg
const body = 300;

const graph = new BondGraph();
graph.create("Sf", "road", { law: "a*w*cos(w*t)", parameters: { a: 0.02, w: 8 } }); // a wave of 2 cm
graph.create("0", "tyre force");
graph.create("C", "kt", { parameters: { stiffness: 180000 }, start: ((wheel + body) * gravity) / 180000 });
graph.create("1", "wheel velocity");
graph.create("I", "mu", { parameters: { inertance: wheel } });
graph.create("Se", "Gu", { parameters: { effort: -wheel * gravity } });
graph.create("0", "strut force");
graph.create("1", "strut rate");
graph.create("C", "ks", { parameters: { stiffness: 18000 }, start: (body * gravity) / 18000 });
graph.create("R", "bs", { parameters: { resistance: 1500 } });
graph.create("1", "body velocity");
graph.create("I", "ms", { parameters: { inertance: body } });
graph.create("Se", "Gs", { parameters: { effort: -body * gravity } });

graph.connect("road", "tyre force");
graph.connect("tyre force", "kt");
graph.connect("tyre force", "wheel velocity");
graph.connect("wheel velocity", "mu");
graph.connect("Gu", "wheel velocity");
graph.connect("wheel velocity", "strut force");
graph.connect("strut force", "strut rate");
graph.connect("strut rate", "ks");
graph.connect("strut rate", "bs");
graph.connect("strut force", "body velocity");
graph.connect("body velocity", "ms");
graph.connect("Gs", "body velocity");

const run = await new Circuit(graph).simulate({ until: 3, tolerance: 1e-10 });

for (const t of [0, 0.5, 1, 2, 3]) {
  const now = run.at(t);
  const [tyre, velocity] = [now.effort("tyre force → kt"), now.flow("body velocity → ms")];
  console.log(`t = ${t} s   tyre ${tyre.toFixed(3)} N   body ${velocity.toFixed(6)} m/s`);
}
console.log(run.audit().check().table);

export { run };
export default graph;
