// A pendulum on the shaft of a direct-current motor with a gearbox: the current is integrated with the motion.
import { Fragment, Inertia, JointCircuit, RevoluteJoint, RigidBody, System } from "multibond";

// Volts to amperes on the left of the gyrator, torques and turns on its right; power flows to the shaft.
const motor = new Fragment("motor");
motor.create("Se", "V", { parameters: { effort: 12 } });
motor.create("1", "current");
motor.create("R", "R", { parameters: { resistance: 1.5 } });
motor.create("I", "L", { parameters: { inertance: 2e-3 } });
motor.create("GY", "K", { parameters: { ratio: 0.05 } }); // Vs/rad = Nm/A
motor.create("1", "rotor");
motor.create("I", "J", { parameters: { inertance: 2e-5 } });
motor.create("TF", "gearbox", { parameters: { ratio: 20 } }); // turns of the rotor per turn of the shaft
motor.connect("V", "current");
motor.connect("current", "R");
motor.connect("current", "L");
motor.connect("current", "K");
motor.connect("K", "rotor");
motor.connect("rotor", "J");
motor.connect("rotor", "gearbox");
motor.open("shaft", "gearbox", "out");

const system = new System();
const inertia = Inertia.rod({ mass: 2, length: 0.5, axis: "y" });
const arm = system.add(new RigidBody("arm", { inertia, position: [0, -0.25, 0] }));
const shaft = system.add(new RevoluteJoint("shaft", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1] }));
system.add(new JointCircuit("motor", shaft, motor));

const run = await system.simulate({ until: 2, tolerance: 1e-10 });

for (const t of [0, 0.01, 0.1, 0.5, 1, 2]) {
  const { position, rate } = run.at(t).joint("shaft");
  const { "motor.V → current.flow": current } = run.sample({ times: [t], columns: ["motor.V → current.flow"] });
  console.log(
    `t = ${t} s   angle ${position.toFixed(6)} rad   rate ${rate.toFixed(6)} rad/s   current ${current[0].toFixed(6)} A`,
  );
}

export { motor, run };
export default system;
