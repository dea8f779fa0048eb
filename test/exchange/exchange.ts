import test from "ava";
import {
  type AnimationClip,
  AnimationMixer,
  type Group,
  type Object3D,
  Quaternion,
  type Mesh as ThreeMesh,
  Vector3,
} from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import {
  BallJoint,
  describeVehicle,
  describeWheel,
  Inertia,
  Machine,
  Mesh,
  matrixFromQuaternion,
  OmniWheel,
  type Pair,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  ScrewJoint,
  System,
  WeldJoint,
  writeGLB,
  writeGLTF,
  writeMJCF,
  writeURDF,
} from "../../lib/index.ts";
import { add, rotate } from "../../lib/math/index.ts";
import { areClose, isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { createRollingMachine, getMujoco, ROLLER_VARIANTS, rollInMujoco } from "../helpers/mujoco.ts";

interface Loaded {
  scene: Group;
  animations: AnimationClip[];
}

// Loading from data addresses, three.js tells its progress by an event that Node does not have.
globalThis.ProgressEvent ??= class extends Event {} as unknown as typeof ProgressEvent;

const load = (data: ArrayBuffer | string): Promise<Loaded> =>
  new Promise((resolve, reject) => {
    new GLTFLoader().parse(data, "", (gltf) => resolve(gltf), reject);
  });

const box = Mesh.box([0.4, 0.2, 0.1]);
const inertia = new Inertia({ mass: 2, tensor: [0.05, 0.06, 0.07, 0.01, -0.002, 0.003] });

/** A tree with awkward names, axes and an inertia that is not along the axes. */
function createArm(up: "y" | "z" = "y") {
  const system = new System();
  const base = system.add(
    new RigidBody("base <&'", { inertia, position: [0.1, 0.5, -0.2], orientation: [0.8, 0.2, 0.5, 0.1] }),
  );
  const arm = system.add(
    new RigidBody("arm", { inertia, position: [0.6, 0.7, 0.1], orientation: [0.3, -0.6, 0.2, 0.7] }),
  );
  const tool = system.add(
    new RigidBody("tool tip", { inertia: Inertia.sphere({ mass: 0.3, radius: 0.05 }), position: [0.9, 0.7, 0.3] }),
  );
  const elbow = system.add(
    new RevoluteJoint("elbow > 1", base, arm, {
      point: [0.3, 0.6, 0],
      axis: [1, 2, -1],
      damping: 0.2,
      stiffness: 3,
      restAngle: 0.1,
    }),
  );
  const slide = system.add(new PrismaticJoint("slide", arm, tool, { point: [0.8, 0.7, 0.2], axis: [0, 1, 1] }));
  const shapes = [
    { mesh: box, position: [0.1, 0, 0.05], orientation: [0.9, 0.1, 0, 0.4], color: [0.9, 0.2, 0.1], friction: 0.3 },
  ];
  const parts = [
    { body: base, shapes },
    { body: arm, shapes: [{ mesh: Mesh.box([0.4, 0.2, 0.1]) }, { mesh: box, collides: false }] },
    { body: tool },
  ];
  const machine = new Machine('robot "x" & co', { parts, joints: [elbow, slide], motors: [elbow], up });
  return { system, machine, base, arm, tool, elbow, slide };
}

/** three.js changes blanks in names, and keeps the true ones beside. */
function findNode(scene: Group, name: string): Object3D {
  const nodes: Object3D[] = [];
  scene.traverse((node) => {
    if ((node.userData.name ?? node.name) === name) nodes.push(node);
  });
  if (nodes.length !== 1) throw new Error(`${nodes.length} nodes "${name}"`);
  return nodes[0];
}

test("a machine sorts its links and lists equal meshes once", (t) => {
  const { machine } = createArm();
  t.deepEqual(
    machine.links.map(({ body, parent }) => [body.name, parent?.body.name]),
    [
      ["base <&'", undefined],
      ["arm", "base <&'"],
      ["tool tip", "arm"],
    ],
  );
  t.is(machine.listMeshes().length, 1);
});

/** Where MuJoCo has the centre of mass of a body, and its principal moments. */
async function readMujoco(xml: string, files = new Map<string, Uint8Array>(), edit?: (qpos: Float64Array) => void) {
  const mujoco = await getMujoco();
  const vfs = new mujoco.MjVFS();
  for (const [name, bytes] of files) vfs.addBuffer(name, bytes);
  const model = mujoco.MjModel.from_xml_string(xml, vfs);
  const data = new mujoco.MjData(model);
  edit?.(data.qpos as Float64Array);
  mujoco.mj_forward(model, data);
  const bodies = new Map(
    Array.from({ length: model.nbody }, (_, i) => [
      mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY.value, i) as string,
      {
        mass: model.body_mass[i] as number,
        moments: [...model.body_inertia.slice(3 * i, 3 * i + 3)].sort((a, b) => a - b) as number[],
        center: [...data.xipos.slice(3 * i, 3 * i + 3)] as number[],
        frame: [...data.xmat.slice(9 * i, 9 * i + 9)] as number[],
      },
    ]),
  );
  const geoms = Array.from({ length: model.ngeom }, (_, i) => [...data.geom_xpos.slice(3 * i, 3 * i + 3)] as number[]);
  const joints = {
    damping: [...model.dof_damping],
    stiffness: [...model.jnt_stiffness],
    rests: [...model.qpos_spring],
    count: model.njnt,
    motors: model.nu,
  };
  data.delete();
  model.delete();
  vfs.delete();
  return { bodies, geoms, joints };
}

const toUp = ([x, y, z]: readonly number[]) => [x, -z, y];

test("MuJoCo reads masses, inertias, places and joints of an MJCF file", async (t) => {
  const { machine } = createArm();
  const { bodies, geoms, joints } = await readMujoco(writeMJCF(machine));
  for (const { body } of machine.links) {
    const read = bodies.get(body.name);
    t.is(read?.mass, body.inertia.mass);
    // Rounding of the eigenvalues.
    areClose(t, read?.moments ?? [], body.inertia.principal().moments, 1e-14);
    areClose(t, read?.center ?? [], toUp(body.position), 1e-14, body.name);
  }
  t.deepEqual(joints.damping.slice(6), [0.2, 0]);
  t.deepEqual(
    [...joints.stiffness].filter((k) => k > 0),
    [3],
  );
  t.is(joints.motors, 1);
  // Where the first shape is: the floor is geom 0, and MuJoCo's origin of a mesh is its centre.
  const [base] = machine.links;
  const place = add(base.body.position, rotate(base.body.referencePose.T, [0.1, 0, 0.05]));
  areClose(t, geoms[1], toUp(place), 1e-7);
  // Joints: turned there by the same coordinates as here, bodies are at the same places.
  const turned = await readMujoco(writeMJCF(machine), undefined, (q) => {
    q[7] = 0.7;
    q[8] = 0.2;
  });
  const other = createArm();
  const moved = movedBodies(other.system, [other.elbow, other.slide], [0.7, 0.2]);
  for (const [name, position] of moved) areClose(t, turned.bodies.get(name)?.center ?? [], toUp(position), 1e-13, name);
});

/** Places of bodies with joints at given coordinates; the root stays where it is drawn. */
function movedBodies(system: System, joints: readonly Pair[], values: readonly number[]): Map<string, number[]> {
  const [base] = system.bodies.filter((body) => body instanceof RigidBody);
  const places = new Map<string, number[]>([[base.name, [...base.referencePose.r]]]);
  // By hand: each joint moves what is beyond it, the outer one first.
  const points = new Map([...system.bodies].map((body) => [body.name, [...body.referencePose.r]]));
  for (let i = joints.length - 1; i >= 0; i--) {
    const { bodyA, pointA, motions } = joints[i];
    const [motion] = motions;
    if (motion.kind === "ball") continue;
    const axis = rotate(bodyA.referencePose.T, motion.axis);
    const through = add(bodyA.referencePose.r, rotate(bodyA.referencePose.T, pointA));
    for (const joint of joints.slice(i)) {
      const point = points.get(joint.bodyB.name) as number[];
      if (motion.kind === "slide")
        points.set(
          joint.bodyB.name,
          add(
            point,
            axis.map((x) => x * values[i]),
          ),
        );
      else {
        const half = values[i] / 2;
        const q = [Math.cos(half), ...axis.map((x) => x * Math.sin(half))];
        const arm = point.map((x, k) => x - through[k]);
        points.set(joint.bodyB.name, add(through, rotate(matrixFromQuaternion(q), arm)));
      }
    }
  }
  for (const { bodyB } of joints) places.set(bodyB.name, points.get(bodyB.name) as number[]);
  return places;
}

test("MuJoCo reads the same from a URDF file, with meshes beside it", async (t) => {
  const { machine } = createArm();
  const { text, meshes } = writeURDF(machine, { root: "floating" });
  t.deepEqual([...meshes.keys()], ["base_<&'.stl"]);
  const { bodies, joints } = await readMujoco(text, meshes, (q) => {
    q[7] = 0.7;
    q[8] = 0.2;
  });
  t.is(joints.count, 3);
  areClose(t, joints.damping.slice(6), [0.2, 0], 0);
  const other = createArm();
  const moved = movedBodies(other.system, [other.elbow, other.slide], [0.7, 0.2]);
  for (const { body } of machine.links) {
    const read = bodies.get(body.name.replace(/ /g, "_"));
    t.is(read?.mass, body.inertia.mass);
    areClose(t, read?.moments ?? [], body.inertia.principal().moments, 1e-13);
    areClose(t, read?.center ?? [], toUp(moved.get(body.name) ?? []), 1e-13, body.name);
  }
  // Held at its base it has no more than its joints.
  const held = await readMujoco(writeURDF(machine, { prefix: "package://robot/" }).text, meshes);
  t.is(held.joints.count, 2);
});

test("z may be up in the model, and y in the file", async (t) => {
  const { machine, base } = createArm("z");
  const same = await readMujoco(writeMJCF(machine));
  areClose(t, same.bodies.get(base.name)?.center ?? [], base.position, 1e-15);
  const [x, y, z] = base.position;
  const turned = await readMujoco(writeMJCF(machine, { up: "y", floor: false }));
  areClose(t, turned.bodies.get(base.name)?.center ?? [], [x, z, -y], 1e-15);
  t.regex(writeMJCF(machine, { up: "y" }), /gravity="0 -9.81 0"[\s\S]*zaxis="0 1 0"/);
});

test("the wheel rolls in MuJoCo, with less ripple than on other shapes", async (t) => {
  const roll = await rollInMujoco();
  // Soft contacts take some speed; what it goes is what it rolls, and it stays on the floor and in its track.
  isClose(t, roll.distance / roll.rolled, 1, 1e-3, `${roll.distance} ${roll.rolled}`);
  isAbove(t, roll.distance, 0.9);
  isBelow(t, roll.distance, 1.0001);
  isBelow(t, roll.sideways, 1e-6);
  isClose(t, roll.height / 0.06, 1, 1e-3);
  isBelow(t, roll.ripple, 5e-4);
  let last = roll.ripple;
  for (const variant of Object.keys(ROLLER_VARIANTS).slice(1) as (keyof typeof ROLLER_VARIANTS)[]) {
    const { ripple } = await rollInMujoco(variant);
    isAbove(t, ripple, 2 * last, `${variant}: ${ripple}`);
    last = ripple;
  }
});

test("masses and inertias of a wheel are those of the model, in MJCF and URDF", async (t) => {
  const { machine, wheel } = createRollingMachine();
  const { parts, joints } = describeWheel(wheel, { deviation: 1e-3 });
  const free = writeURDF(new Machine("wheel", { parts, joints }));
  const files = [await readMujoco(writeMJCF(machine)), await readMujoco(free.text, free.meshes)];
  for (const { body } of machine.links) {
    for (const [i, { bodies }] of files.entries()) {
      const read = bodies.get(i === 0 ? body.name : body.name.replace(/ /g, "_"));
      // Fused with what is fixed, the disc has no name of its own there.
      if (i === 1 && body === wheel.disc) continue;
      t.is(read?.mass, body.inertia.mass);
      areClose(t, read?.moments ?? [], body.inertia.principal().moments, 1e-18);
    }
  }
});

/** A platform on four mecanum wheels. */
function createCart() {
  const system = new System();
  const R = 0.05;
  const platform = system.add(
    new RigidBody("platform", { inertia: Inertia.box({ mass: 4, size: [0.4, 0.05, 0.2] }), position: [0, R, 0] }),
  );
  const disc = Inertia.cylinder({ mass: 0.3, radius: 0.03, length: 0.04, axis: "z" });
  const wheels: OmniWheel[] = [];
  const axles: RevoluteJoint[] = [];
  for (const x of [-0.15, 0.15]) {
    for (const z of [-0.15, 0.15]) {
      const wheel = new OmniWheel(`wheel ${wheels.length + 1}`, system.ground, {
        ...{ radius: R, rollers: 9, psi: (Math.sign(x * z) * Math.PI) / 4, disc, friction: 0.7, position: [x, R, z] },
      }).addTo(system);
      wheels.push(wheel);
      axles.push(
        system.add(
          new RevoluteJoint(`axle ${wheels.length}`, platform, wheel.disc, { point: [x, R, z], axis: [0, 0, 1] }),
        ),
      );
    }
  }
  const machine = new Machine("cart", describeVehicle({ platform, wheels, axles }));
  return { system, machine, axles, R };
}

test("a platform is drawn as the box with its inertia, in any axes, and with a suspension", (t) => {
  const size = [0.4, 0.05, 0.2];
  const turn = [0.8, 0.3, -0.4, 0.2];
  const turned = Inertia.compose([{ inertia: Inertia.box({ mass: 4, size }), orientation: turn }]);
  const platform = new RigidBody("platform", { inertia: turned });
  const carrier = new RigidBody("carrier", { inertia });
  const strut = new PrismaticJoint("strut", platform, carrier, { point: [0, 0, 0], axis: [0, 1, 0], stiffness: 9 });
  const { parts, joints } = describeVehicle({ platform, wheels: [], axles: [], carriers: [carrier], struts: [strut] });
  t.deepEqual(
    parts.map(({ body }) => body),
    [platform, carrier],
  );
  t.deepEqual(joints, [strut]);
  const [{ mesh, orientation }] = parts[0].shapes ?? [];
  const corners = (of: Mesh) => Array.from({ length: 8 }, (_, i) => [...of.getVertex(i)]);
  const expected = corners(Mesh.box(size).place({ orientation: turn }));
  for (const corner of corners(mesh.place({ orientation: orientation ?? [] }))) {
    const distances = expected.map((other) => Math.max(...corner.map((x, i) => Math.abs(x - other[i]))));
    isAtMost(t, Math.min(...distances), 1e-12, `${corner}`);
  }
  const given = describeVehicle({ platform, wheels: [], axles: [] }, { platform: [{ mesh: box }] });
  t.true(given.parts[0].shapes?.[0].mesh === box);
  t.throws(() => describeVehicle({ platform, wheels: [], axles: [] }, { plattform: [] } as never), {
    message: /did you mean "platform"/,
  });
});

test("a vehicle from URDF rolls in MuJoCo on four mecanum wheels", async (t) => {
  const { machine, R } = createCart();
  t.is(machine.links.length, 41);
  t.is(machine.listMeshes().length, 4, "platform, hubs of either hand, rollers that have none");
  const { text, meshes } = writeURDF(machine, { root: "floating" });
  const floor = `<link name="floor"><collision><geometry><box size="9 9 1"/></geometry></collision></link>
    <joint name="ground" type="fixed"><origin xyz="0 0 -0.5"/><parent link="base_link"/><child link="floor"/></joint>`;
  const mujoco = await getMujoco();
  const vfs = new mujoco.MjVFS();
  for (const [name, bytes] of meshes) vfs.addBuffer(name, bytes);
  const model = mujoco.MjModel.from_xml_string(text.replace("</robot>", `${floor}</robot>`), vfs);
  model.opt.timestep = 1e-3;
  // URDF has no words for it: bodies of the vehicle do not touch each other, and contacts are stiff.
  for (let i = 0; i < model.ngeom; i++) {
    if (model.geom_type[i] === mujoco.mjtGeom.mjGEOM_MESH.value) model.geom_contype[i] = 0;
    model.geom_solref[2 * i] = 0.004;
  }
  const data = new mujoco.MjData(model);
  data.qvel[0] = 0.5;
  for (let i = 0; i < model.njnt; i++) {
    const name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT.value, i) as string;
    if (/^axle/.test(name)) data.qvel[model.jnt_dofadr[i]] = -0.5 / R;
  }
  for (let i = 0; i < 1000; i++) mujoco.mj_step(model, data);
  const [x, y, z] = data.qpos;
  const axle = Array.from({ length: model.njnt }, (_, i) => i).find(
    (i) => mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT.value, i) === "axle_1",
  ) as number;
  const rolled = -R * data.qpos[model.jnt_qposadr[axle]];
  isAbove(t, x, 0.4);
  isBelow(t, x, 0.5);
  isClose(t, rolled / x, 1, 0.02, `${rolled}`);
  isClose(t, y, 0, 0.01);
  isClose(t, z / R, 1, 5e-3, `${z}`);
  data.delete();
  model.delete();
  vfs.delete();
});

test("three.js reads a machine from .glb and .gltf at the same places", async (t) => {
  const { machine } = createArm();
  const glb = writeGLB(machine);
  t.is(glb.length % 4, 0);
  const text = writeGLTF(machine);
  const { buffers } = JSON.parse(text);
  t.is(Buffer.from(buffers[0].uri.split(",")[1], "base64").length, buffers[0].byteLength);
  for (const { scene } of [await load(glb.buffer as ArrayBuffer), await load(text)]) {
    scene.updateMatrixWorld(true);
    for (const { body, shapes } of machine.links) {
      const node = findNode(scene, body.name);
      areClose(t, node.getWorldPosition(new Vector3()).toArray(), body.position, 1e-14);
      shapes.forEach((shape, k) => {
        const { geometry, matrixWorld } = node.children[k] as ThreeMesh;
        geometry.computeBoundingBox();
        const corner = geometry.boundingBox?.max.clone().applyMatrix4(matrixWorld).toArray() ?? [];
        const inBody = add(shape.position, rotate(matrixFromQuaternion(shape.orientation), shape.mesh.bounds.max));
        // Vertices are in single precision.
        areClose(t, corner, add(body.position, rotate(body.referencePose.T, inBody)), 1e-7);
      });
    }
  }
});

test("a run is an animation: three.js has the bodies where the run has them", async (t) => {
  const { wheel, system } = createRollingMachine({ velocity: [0.5, 0, 0.3], rate: -0.5 / 0.06 });
  const { parts, joints } = describeWheel(wheel, { deviation: 1e-2 });
  const drawn = new Machine("bench", { parts, joints });
  const run = system.simulateSync({ until: 0.4, tolerance: 1e-8 });
  const { scene, animations } = await load(writeGLB(drawn, { run }).buffer as ArrayBuffer);
  t.is(animations.length, 1);
  isClose(t, animations[0].duration, 0.4, 1e-7);
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(animations[0]).play();
  // The last time lies between two samples.
  const { times } = animations[0].tracks[0];
  for (const time of [0, times[5], times[10], 0.5 * (times[7] + times[8])]) {
    mixer.setTime(time);
    scene.updateMatrixWorld(true);
    const state = run.at(time);
    for (const { body } of drawn.links) {
      const node = findNode(scene, body.name);
      const { position, orientation } = state.body(body.name);
      // Single precision; and the wheel turns evenly between samples.
      areClose(t, node.getWorldPosition(new Vector3()).toArray(), position, 2e-6, body.name);
      const [w, x, y, z] = orientation;
      const angle = node.getWorldQuaternion(new Quaternion()).angleTo(new Quaternion(x, y, z, w));
      // Between samples a roller that is being caught up is a little off.
      isBelow(t, angle, times.includes(Math.fround(time)) ? 1e-3 : 0.1);
    }
  }
});

test("fast turns get more samples, and too many are refused", async (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const top = system.add(new RigidBody("top", { inertia, angularVelocity: [0, 200, 0] }));
  const machine = new Machine("top", { parts: [{ body: top, shapes: [{ mesh: box }] }] });
  const run = system.simulateSync({ until: 0.5 });
  const { animations } = await load(writeGLB(machine, { run }).buffer as ArrayBuffer);
  const { times, values } = animations[0].tracks[0];
  isAtMost(t, times[1], Math.PI / 3 / 200 + 1e-9);
  for (let i = 4; i < values.length; i += 4) {
    const cosine = [0, 1, 2, 3].reduce((sum, k) => sum + values[i + k] * values[i + k - 4], 0);
    isAbove(t, cosine, Math.cos(Math.PI / 5), "less than 72° from sample to sample, by the short way");
  }
  t.throws(() => writeGLB(machine, { run, every: 1e-9 }), { message: /samples of the motion are too many/ });
  t.throws(() => writeGLB(machine, { run, every: 0 }), { message: /every is 0/ });
  const other = new System();
  other.add(new RigidBody("bottom", { inertia }));
  t.throws(() => writeGLB(machine, { run: other.simulateSync({ until: 0.1 }) }), {
    message: /the run has no body "top"/,
  });
});

const ball = new RigidBody("ball", { inertia, position: [1, 0, 0] });
const stick = new RigidBody("stick", { inertia });
const { ground } = new System();
const at = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
const two = [{ body: ball }, { body: stick }];
const hinge = new RevoluteJoint("hinge", stick, ball, at);

const wrong: [work: () => unknown, message: RegExp][] = [
  [() => new Machine("", { parts: two }), /the name is ""/],
  [() => new Machine("m", { parts: [] }), /parts are \[\]; give a list/],
  [
    () => new Machine("m", { parts: [{ body: ground as never }] }),
    /part 0: body is an object of class Ground; give a RigidBody/,
  ],
  [() => new Machine("m", { parts: [{ body: ball }, { body: ball }] }), /two parts have the name "ball"/],
  [() => new Machine("m", { parts: [{ body: ball, shape: [] } as never] }), /did you mean "shapes"/],
  [() => new Machine("m", { parts: [{ body: ball, shapes: [{ mesh: 3 as never }] }] }), /mesh is 3; give a Mesh/],
  [
    () => new Machine("m", { parts: [{ body: ball, shapes: [{ mesh: box, color: [2, 0, 0] }] }] }),
    /color is \[2, 0, 0\]/,
  ],
  [() => new Machine("m", { parts: [{ body: ball, shapes: [{ mesh: box, friction: -1 }] }] }), /friction is -1/],
  [() => new Machine("m", { parts: two, up: "x" as never }), /^Machine "m": up is "x"; choose one of y, z$/],
  [
    () => new Machine("m", { parts: two, joints: [hinge, new WeldJoint("weld", ground, ball, { point: [0, 0, 0] })] }),
    /"ball" hangs on RevoluteJoint "hinge" and on WeldJoint "weld"; files hold trees/,
  ],
  [() => new Machine("m", { parts: [{ body: ball }], joints: [hinge] }), /connects "stick", which is not in parts/],
  [() => new Machine("m", { parts: two, joints: [new RevoluteJoint("h", ball, ground, at)] }), /turn the joint round/],
  [
    () => new Machine("m", { parts: two, joints: [hinge, new RevoluteJoint("h", ball, stick, at)] }),
    /hangs on itself in a circle/,
  ],
  [
    () =>
      new Machine("m", {
        parts: two,
        joints: [new RevoluteJoint("h", stick, ball, { pointA: [0, 0, 0], pointB: [0, 0, 0], axis: [0, 0, 1] })],
      }),
    /do not meet in it \(1\.00 m apart\)/,
  ],
  [() => new Machine("m", { parts: two, motors: [hinge] }), /RevoluteJoint "hinge" gets a motor, but is not in joints/],
  [
    () => writeURDF(new Machine("m", { parts: two, joints: [new BallJoint("b", stick, ball, { point: [0, 0, 0] })] })),
    /BallJoint "b" has more than one turn or slide.*write MJCF/,
  ],
  [
    () => writeMJCF(new Machine("m", { parts: two, joints: [new ScrewJoint("s", stick, ball, { ...at, pitch: 1 })] })),
    /ScrewJoint "s" is a screw/,
  ],
  [
    () =>
      writeURDF(
        new Machine("m", {
          parts: [{ body: new RigidBody("a b", { inertia }) }, { body: new RigidBody("a_b", { inertia }) }],
        }),
      ),
    /"a_b" would be a second link "a_b"/,
  ],
  [
    () => writeURDF(new Machine("m", { parts: two }), { base: "ball" }),
    /second link "ball"; rename the body, or give another base/,
  ],
  [
    () =>
      writeURDF(
        new Machine("m", {
          parts: two,
          joints: [new RevoluteJoint("a b", ground, stick, at), new RevoluteJoint("a_b", stick, ball, at)],
        }),
      ),
    /two joints would be called "a_b"/,
  ],
  [() => writeURDF(new Machine("m", { parts: two }), { root: "free" as never }), /root is "free"/],
  [() => writeMJCF(new Machine("m", { parts: two }), { up: "x" as never }), /up is "x"/],
  [() => writeMJCF(new Machine("m", { parts: two }), { floor: "no" as never }), /floor is "no"; give true or false/],
  [() => new Machine(Symbol("m") as never, { parts: two }), /^Machine: the name is Symbol\(m\); give a text/],
  [() => new Machine("m", undefined as never), /^Machine "m": parts is undefined; give a list such as/],
  [() => new Machine("m", { parts: new Array(2) }), /^Machine "m", part 0: body is undefined; give a RigidBody$/],
  [
    () => new Machine("m", { parts: two, joints: [3 as never] }),
    /^Machine "m": joints\[0\] is 3; give a joint such as a RevoluteJoint$/,
  ],
  [
    () => new Machine("m", { parts: two, joints: 3 as never }),
    /^Machine "m": joints is 3; give a list of joints such as a RevoluteJoint$/,
  ],
  [() => new Machine("m", { parts: two, motors: [null as never] }), /motors\[0\] is null; give a joint/],
  [
    () => new Machine("m", { parts: [{ body: ball, shapes: (() => Promise.resolve([])) as never }] }),
    /^Machine "m", shape of "ball": the function answers with a promise; give a function that is not async$/,
  ],
  [() => writeURDF(new Machine("m", { parts: two }), { prefix: 3 as never }), /prefix is 3; give a text/],
  [() => writeURDF(new Machine("m", { parts: two }), { base: " " }), /base is blank; give a name such as "base_link"/],
  [() => writeGLB(new Machine("m", { parts: two }), { run: 3 as never }), /^writeGLB: run is 3; give the Trajectory/],
  ...[writeGLB, writeGLTF, writeMJCF, writeURDF].map((write): [() => unknown, RegExp] => [
    () => write({} as never),
    new RegExp(
      `^${write.name}: the machine is an object of class Object; give a Machine, such as new Machine\\(name, `,
    ),
  ]),
  [
    () => writeGLB(new Machine("m", { parts: [{ body: ball, shapes: [{ mesh: Mesh.box([1e39, 1, 1]) }] }] })),
    /^writeGLB: a coordinate is -5e\+38; glTF holds numbers up to 3\.4e38: scale the model or its meshes$/,
  ],
  [() => writeMJCF(new Machine("m", { parts: two }), { flor: true } as never), /did you mean "floor"/],
  [() => writeMJCF(new Machine("m", { parts: two }), { timestep: 0 }), /timestep is 0/],
];
for (const [work, message] of wrong) {
  test(`refused: ${message.source}`, (t) => {
    t.throws(work, { name: "ModelError", message });
  });
}

test("what a file cannot say is noted", (t) => {
  const motion = (time: number) => [time, 1, 0] as const;
  const driven = new RevoluteJoint("driven", ground, stick, { ...at, motion });
  const pushed = new RevoluteJoint("pushed", stick, ball, { ...at, torque: () => 1 });
  const { notes } = new Machine("m", { parts: two, joints: [driven, pushed] });
  t.is(notes.length, 2);
  t.regex(notes[0], /"driven": its prescribed motion is not written/);
  t.regex(notes[1], /"pushed": its effort is a function/);
});

test("MuJoCo reads the rest of a spring in radians", async (t) => {
  const sprung = new RevoluteJoint("sprung", stick, ball, { ...at, stiffness: 2, restAngle: 0.5 });
  const machine = new Machine("m", { parts: two, joints: [sprung] });
  const { joints } = await readMujoco(writeMJCF(machine));
  t.is(joints.rests.at(-1), 0.5);
  const { notes } = writeURDF(machine);
  t.deepEqual(notes, ['RevoluteJoint "sprung": its spring is not written, which URDF has not; write MJCF to keep it']);
});

test("files of meshes have names of their own, in one folder; names are legal XML", (t) => {
  const names = ["a b", "a_b", "../c"];
  const shapes = names.map((name, i) => ({ name, mesh: Mesh.box([1, 1, 1 + i]) }));
  const { meshes, text } = writeURDF(new Machine("m\u0001\n", { parts: [{ body: ball, shapes }] }));
  t.deepEqual([...meshes.keys()], ["a_b.stl", "a_b_2.stl", ".._c.stl"]);
  t.true(text.includes('<robot name="m\ufffd&#10;">'), text.slice(0, 80));
});

test("a machine takes the shapes of its bodies; what is seen through is so in every file", async (t) => {
  const glass = { mesh: box, name: "glass", color: [1, 0, 0], opacity: 0.25 };
  const body = new RigidBody("body", {
    inertia,
    shapes: () => [glass, { mesh: box, name: "solid", color: [1, 0, 0] }],
  });
  const other = new RigidBody("other", { inertia, shapes: [glass] });
  const machine = new Machine("machine", { parts: [{ body }, { body: other, shapes: [] }] });
  t.deepEqual(
    machine.links.map(({ shapes }) => shapes.map(({ name, opacity }) => `${name} ${opacity}`)),
    [["glass 0.25", "solid 1"], []],
  );
  const { materials } = JSON.parse(writeGLTF(machine));
  t.deepEqual(
    materials.map(({ alphaMode, pbrMetallicRoughness }: { alphaMode?: string; pbrMetallicRoughness: object }) => [
      alphaMode,
      (pbrMetallicRoughness as { baseColorFactor: number[] }).baseColorFactor,
    ]),
    [
      ["BLEND", [1, 0, 0, 0.25]],
      [undefined, [1, 0, 0, 1]],
    ],
  );
  const { scene } = await load(writeGLTF(machine));
  const seen: string[] = [];
  scene.traverse((node) => {
    const { material } = node as ThreeMesh & { material?: { opacity: number; transparent: boolean } };
    if (material) seen.push(`${material.opacity} ${material.transparent}`);
  });
  t.deepEqual(seen.sort(), ["0.25 true", "1 false"]);
  t.regex(writeMJCF(machine), /rgba="1 0 0 0\.25"[\s\S]*rgba="1 0 0 1"/);
  t.regex(writeURDF(machine).text, /color 1 0 0 0\.25[\s\S]*color 1 0 0\D/);
});
