import test from "ava";
import { ConvexShape, createElasticLaws, findEffectiveRadius, findPair, MATERIALS } from "../../lib/collision/index.ts";
import { Contact, type RegularizedFriction } from "../../lib/constraints/contact/index.ts";
import { Inertia, RigidBody, System } from "../../lib/index.ts";
import { Plane, Sphere } from "../../lib/tracking/index.ts";
import { isBelow, isClose } from "../helpers/compare.ts";

test("the tables are those of the paper's program", (t) => {
  t.deepEqual(MATERIALS.steel, {
    density: 8000,
    contact: { name: "steel", youngsModulus: 2e11, poissonRatio: 0.3 },
  });
  t.deepEqual(findPair("steel", "steel"), { restitution: 0.7, friction: 0.5, rotationalCoefficient: 0.001 });
  t.deepEqual(findPair("dry wood", "dry wood"), { restitution: 0.6, friction: 0.3, rotationalCoefficient: 0.001 });
  const ball = MATERIALS.billiardBall.contact.name;
  t.deepEqual(findPair(ball, ball), { restitution: 1, friction: 0, rotationalCoefficient: 0 });
  t.is(findPair(MATERIALS.billiardTable.contact.name, ball)?.friction, 0.8);
  t.is(findPair(ball, MATERIALS.billiardCushion.contact.name)?.restitution, 0.98);
  t.is(findPair("steel", "cheese"), undefined);
  t.throws(() => findPair("steel", undefined as never), { message: /findPair: the second name/ });
});

test("laws of a pair: the table, the mean of both, or what is given", (t) => {
  const { contact: steel } = MATERIALS.steel;
  const laws = createElasticLaws(steel, steel, 0.05);
  isClose(t, laws.normal.stiffness / ((4 / 3) * (2e11 / 1.82) * Math.sqrt(0.05)), 1, 1e-14);
  t.is(laws.normal.restitution, 0.7);
  t.like(laws.friction, { coefficient: 0.5, velocity: 0.01 });
  isClose(t, laws.resistance?.rolling ?? 0, 5e-5, 1e-18);
  const other = createElasticLaws(
    { youngsModulus: 1e9, friction: 0.9, restitution: 0.4 },
    { youngsModulus: 1e9, friction: 0.1, restitution: 0.1, rotationalFriction: 1e-3 },
    0.05,
    { restitution: 0.3, velocity: 0.02 },
  );
  t.is(other.normal.restitution, 0.3);
  t.is(other.normal.velocity, 0.02);
  isClose(t, (other.friction as RegularizedFriction).coefficient, 0.3, 1e-15);
  t.is(other.resistance, undefined);
  t.throws(() => createElasticLaws(steel, { name: "felt" }, 0.05), {
    message: /second material "felt": youngsModulus is not given.*give it, Pa/,
  });
  t.throws(() => createElasticLaws(steel, steel, 0), { message: /effective radius/ });
});

test("effective radii: half of the smallest extent, of the round one where the other is flat", (t) => {
  const ball = ConvexShape.sphere({ radius: 0.1 });
  const box = ConvexShape.box({ size: [0.6, 0.2, 0.4] });
  const close = (value: number, expected: number) => isClose(t, value, expected, 1e-15);
  close(findEffectiveRadius(ball, undefined), 0.1);
  close(findEffectiveRadius(ball, ball), 0.05);
  close(findEffectiveRadius(box, ball), 0.1);
  close(findEffectiveRadius(box, undefined), 0.1);
  close(findEffectiveRadius(box, box), 0.05);
  close(findEffectiveRadius(undefined, ConvexShape.cylinder({ radius: 0.3, length: 0.4 })), 0.2);
  close(findEffectiveRadius(undefined, ConvexShape.capsule({ radius: 0.3, length: 2 })), 0.3);
  close(findEffectiveRadius(ConvexShape.ellipsoid({ semiAxes: [0.1, 0.2, 0.3] }), box), 0.1);
  t.throws(() => findEffectiveRadius({} as never, ball), { message: /findEffectiveRadius/ });
});

test("a billiard ball hits another one: it stops, and the other takes its speed", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const { density, contact } = MATERIALS.billiardBall;
  const radius = 0.03;
  const inertia = Inertia.sphere({ mass: (4 / 3) * Math.PI * radius ** 3 * density, radius });
  const a = system.add(new RigidBody("a", { inertia, velocity: [2, 0, 0] }));
  const b = system.add(new RigidBody("b", { inertia, position: [0.065, 0, 0] }));
  const surface = new Sphere({ radius });
  const shape = ConvexShape.sphere({ radius });
  const laws = createElasticLaws(contact, contact, findEffectiveRadius(shape, shape));
  system.add(new Contact("balls", a, b, { surfaceA: surface, surfaceB: surface, ...laws }));
  const run = system.simulateSync({ until: 0.01, tolerance: 1e-10 });
  isClose(t, run.last.body("a").velocity[0], 0, 1e-8);
  isClose(t, run.last.body("b").velocity[0], 2, 1e-8);
  // On the table it slides, then rolls, with 5/7 of its speed, but for what resistance takes.
  const table = new System();
  const ball = table.add(new RigidBody("ball", { inertia, position: [0, radius, 0], velocity: [1, 0, 0] }));
  const felt = createElasticLaws(contact, MATERIALS.billiardTable.contact, findEffectiveRadius(shape, undefined));
  table.add(new Contact("table", table.ground, ball, { surfaceA: new Plane(), surfaceB: surface, ...felt }));
  const { velocity, angularVelocity } = table.simulateSync({ until: 0.1 }).last.body("ball");
  isBelow(t, Math.abs(velocity[0] + radius * angularVelocity[2]), 1e-3);
  isBelow(t, Math.abs(velocity[0] - 5 / 7), 0.02);
});
