import {
  BondGraph,
  Fragment,
  Inertia,
  JointCircuit,
  RevoluteJoint,
  RigidBody,
  System,
  type Vector3,
} from "../../../lib/index.ts";
import { createBar } from "../fourBar.ts";
import type { SystemEntry, Values } from "./BondModel.ts";

/** The circuit of a direct-current motor with a gearbox; its shaft is open. */
function createMotor({ voltage, resistance, gear }: Values): Fragment {
  //#region motor
  const motor = new Fragment("motor");
  motor.create("Se", "V", { parameters: { effort: voltage } });
  motor.create("1", "current");
  motor.create("R", "R", { parameters: { resistance } });
  motor.create("I", "L", { parameters: { inertance: 2e-3 } });
  motor.create("GY", "K", { parameters: { ratio: 0.05 } }); // Vs/rad = Nm/A
  motor.create("1", "rotor");
  motor.create("I", "J", { parameters: { inertance: 2e-5 } });
  motor.create("TF", "gearbox", { parameters: { ratio: gear } });
  motor.connect("V", "current");
  for (const name of ["R", "L", "K"]) motor.connect("current", name);
  motor.connect("K", "rotor");
  motor.connect("rotor", "J");
  motor.connect("rotor", "gearbox");
  motor.open("shaft", "gearbox", "out");
  //#endregion
  return motor;
}

export const motorPendulum = {
  text: "Volts and amperes to the left of the gyrator, torques and rates to its right; the shaft swings a pendulum.",
  until: 2,
  settings: {
    voltage: { label: "Voltage (V)", range: [-24, 24], step: 0.5, value: 12 },
    resistance: { label: "Resistance (Ω)", range: [0.2, 10], step: 0.1, value: 1.5 },
    gear: { label: "Turns of the rotor per turn of the shaft", range: [1, 60], step: 1, value: 20 },
    mass: { label: "Mass of the arm (kg)", range: [0.5, 10], step: 0.5, value: 2 },
  },
  createSystem(values) {
    //#region pendulum
    const system = new System();
    const inertia = Inertia.rod({ mass: values.mass, length: 0.5, axis: "y" });
    const arm = system.add(new RigidBody("arm", { inertia, position: [0, -0.25, 0] }));
    const shaft = new RevoluteJoint("shaft", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1] });
    system.add(shaft);
    system.add(new JointCircuit("motor", shaft, createMotor(values)));
    //#endregion
    return system;
  },
  createPart(values) {
    const motor = createMotor(values);
    const graph = new BondGraph().merge(motor);
    graph.create("Se", "load", { parameters: { effort: -1 } });
    graph.create("1", "shaft");
    graph.join(motor.port("shaft"), graph.element("shaft"));
    graph.connect("load", "shaft");
    return graph;
  },
} satisfies SystemEntry;

export const fourBar = {
  text: "Crank, coupler and rocker, released from rest: every bond carries a twist and a wrench.",
  until: 2,
  settings: {
    crank: { label: "Length of the crank (m)", range: [0.06, 0.16], step: 0.01, value: 0.1 },
    density: { label: "Mass of a metre of rod (kg)", range: [0.2, 5], step: 0.1, value: 1 },
    damping: { label: "Damping of the crank's hinge (mNms)", range: [0, 20], step: 0.5, value: 1 },
  },
  createSystem({ crank, density, damping }) {
    const axis = [0, 0, 1];
    const [A, B, C, D]: Vector3[] = [
      [0, 0, 0],
      [0, crank, 0],
      [0.3, 0.3, 0],
      [0.4, 0, 0],
    ];
    const system = new System();
    const first = system.add(createBar("crank", A, B, density));
    const coupler = system.add(createBar("coupler", B, C, density));
    const rocker = system.add(createBar("rocker", D, C, density));
    system.add(new RevoluteJoint("A", system.ground, first, { point: A, axis, damping: 1e-3 * damping }));
    system.add(new RevoluteJoint("B", first, coupler, { point: B, axis }));
    system.add(new RevoluteJoint("C", coupler, rocker, { point: C, axis }));
    system.add(new RevoluteJoint("D", system.ground, rocker, { point: D, axis }));
    return system;
  },
} satisfies SystemEntry;
