import { BondGraph } from "../../../lib/index.ts";
import type { CircuitEntry, Values } from "./BondModel.ts";

export const rlc = {
  text: "A coil, a capacitor and a resistor in series on a battery: one current through all of them, a 1-junction.",
  until: 0.1,
  units: { effort: "V", flow: "A" },
  settings: {
    V: { label: "Voltage (V)", range: [1, 24], step: 0.5, value: 10 },
    R: { label: "Resistance (Ω)", range: [1, 120], step: 1, value: 12 },
    L: { label: "Inductance (mH)", range: [10, 300], step: 5, value: 100 },
    C: { label: "Capacitance (µF)", range: [10, 500], step: 5, value: 100 },
  },
  createGraph({ V, R, L, C }) {
    //#region rlc
    const graph = new BondGraph();
    graph.create("Se", "V", { parameters: { effort: V } });
    graph.create("1", "loop");
    graph.create("R", "R", { parameters: { resistance: R } });
    graph.create("I", "L", { parameters: { inertance: 1e-3 * L } });
    graph.create("C", "C", { parameters: { capacitance: 1e-6 * C } });
    graph.connect("V", "loop");
    for (const name of ["R", "L", "C"]) graph.connect("loop", name);
    //#endregion
    return graph;
  },
} satisfies CircuitEntry;

/** The current of the circuit from rest in closed form, A: oscillating, creeping, or between the two. */
export function findCurrent({ V, R, L, C }: Values, t: number): number {
  const inductance = 1e-3 * L;
  const decay = R / (2 * inductance);
  const square = 1 / (inductance * 1e-6 * C) - decay * decay;
  const rate = Math.sqrt(Math.abs(square));
  const shape = rate * t < 1e-8 ? t : (square > 0 ? Math.sin(rate * t) : Math.sinh(rate * t)) / rate;
  return (V / inductance) * Math.exp(-decay * t) * shape;
}

export const tanks = {
  text: "Water flows into a tank, through a pipe into a second one, and out through a valve: pressures are efforts.",
  until: 600,
  units: { effort: "Pa", flow: "m³/s" },
  settings: {
    Q: { label: "Inflow (l/s)", range: [0.2, 5], step: 0.1, value: 2 },
    A1: { label: "Area of the first tank (m²)", range: [0.1, 1], step: 0.05, value: 0.5 },
    A2: { label: "Area of the second tank (m²)", range: [0.1, 1], step: 0.05, value: 0.3 },
    R1: { label: "Resistance of the pipe (MPa s/m³)", range: [0.5, 10], step: 0.1, value: 2 },
    R2: { label: "Resistance of the valve (MPa s/m³)", range: [0.5, 10], step: 0.1, value: 4 },
  },
  createGraph({ Q, A1, A2, R1, R2 }) {
    const weight = 1000 * 9.81;
    const graph = new BondGraph();
    graph.create("Sf", "Q", { parameters: { flow: 1e-3 * Q } });
    graph.create("0", "p1");
    graph.create("C", "C1", { parameters: { capacitance: A1 / weight } });
    graph.create("1", "pipe");
    graph.create("R", "R1", { parameters: { resistance: 1e6 * R1 } });
    graph.create("0", "p2");
    graph.create("C", "C2", { parameters: { capacitance: A2 / weight } });
    graph.create("R", "R2", { parameters: { resistance: 1e6 * R2 } });
    const bonds = ["Q p1", "p1 C1", "p1 pipe", "pipe R1", "pipe p2", "p2 C2", "p2 R2"];
    for (const bond of bonds) graph.connect(...(bond.split(" ") as [string, string]));
    return graph;
  },
} satisfies CircuitEntry;

export const quarterCar = {
  text: "The road drives the tyre, the wheel carries spring and damper, and these carry a quarter of the car.",
  until: 3,
  units: { effort: "N", flow: "m/s" },
  settings: {
    amplitude: { label: "Height of the waves (cm)", range: [0.5, 5], step: 0.5, value: 2 },
    frequency: { label: "Waves in a second", range: [0.2, 15], step: 0.1, value: 1.3 },
    stiffness: { label: "Spring (kN/m)", range: [5, 60], step: 1, value: 18 },
    damping: { label: "Damper (Ns/m)", range: [100, 6000], step: 50, value: 1500 },
    mass: { label: "Mass of the body (kg)", range: [100, 600], step: 10, value: 300 },
  },
  createGraph({ amplitude, frequency, stiffness, damping, mass }) {
    const gravity = 9.81;
    const wheel = 40;
    const tyre = 180_000;
    const spring = 1000 * stiffness;
    const graph = new BondGraph();
    const wave = { a: 0.01 * amplitude, w: 2 * Math.PI * frequency };
    graph.create("Sf", "road", { law: "a*w*cos(w*t)", parameters: wave });
    graph.create("0", "tyre force");
    graph.create("C", "kt", { parameters: { stiffness: tyre }, start: ((wheel + mass) * gravity) / tyre });
    graph.create("1", "wheel velocity");
    graph.create("I", "mu", { parameters: { inertance: wheel } });
    graph.create("Se", "Gu", { parameters: { effort: -wheel * gravity } });
    graph.create("0", "strut force");
    graph.create("1", "strut rate");
    graph.create("C", "ks", { parameters: { stiffness: spring }, start: (mass * gravity) / spring });
    graph.create("R", "bs", { parameters: { resistance: damping } });
    graph.create("1", "body velocity");
    graph.create("I", "ms", { parameters: { inertance: mass } });
    graph.create("Se", "Gs", { parameters: { effort: -mass * gravity } });
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
    return graph;
  },
} satisfies CircuitEntry;
