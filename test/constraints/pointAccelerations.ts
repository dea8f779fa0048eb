import test from "ava";
import { Contact, Ellipsoid, Inertia, Plane, RigidBody, System } from "../../lib/index.ts";
import { isClose } from "../helpers/compare.ts";

const createEgg = (angularVelocity: [number, number, number]) => {
  const system = new System({ gravity: [0, -9.81, 0] });
  const inertia = Inertia.ellipsoid({ mass: 1, semiAxes: [0.1, 0.2, 0.15] });
  const egg = system.add(new RigidBody("egg", { inertia, position: [0, 1, 0], angularVelocity }));
  const surfaceB = new Ellipsoid({ semiAxes: [0.1, 0.2, 0.15] });
  system.add(new Contact("floor", system.ground, egg, { surfaceA: new Plane(), surfaceB }));
  return system;
};

test("accelerations of points are numbers at rates whose squares are zero", (t) => {
  for (const rate of [0, 1e-155, 1e-200, 5e-324]) {
    const run = createEgg([rate, 0, -rate]).simulateSync({ until: 0.01 });
    // The egg falls and does not turn: B's point falls with it, A's point stays below.
    const { "floor.accelerationB.y": b, "floor.accelerationA.y": a } = run.sample({ times: [0] });
    t.is(a[0], 0);
    // Differences of sixth order with weights of 1e3.
    isClose(t, b[0], -9.81, 1e-11, `${rate} rad/s`);
  }
});
