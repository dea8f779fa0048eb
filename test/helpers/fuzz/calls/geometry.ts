import {
  AlgebraicTracker,
  CircularEdge,
  CircularSpindle,
  Cone,
  Cylinder,
  calcMeshMoments,
  calcNormals,
  compareTrackers,
  createTracker,
  DifferentialTracker,
  Edge,
  Ellipsoid,
  findSides,
  Inertia,
  listShapes,
  Machine,
  Mesh,
  matrixFromQuaternion,
  multiplyQuaternions,
  NearestPoints,
  normalizeQuaternion,
  Paraboloid,
  Plane,
  Point,
  quaternionAbout,
  quaternionFromMatrix,
  RevoluteJoint,
  RigidBody,
  readOBJ,
  readShapes,
  readSTL,
  revolve,
  Sphere,
  Superellipsoid,
  Surface,
  SurfaceFrame,
  SurfaceOfRevolution,
  System,
  Torus,
  TrackerComparison,
  writeGLB,
  writeGLTF,
  writeMJCF,
  writeOBJ,
  writeSTL,
  writeTextSTL,
  writeURDF,
} from "../../../../lib/index.ts";
import { RankRevealingSolver } from "../../../../lib/math/index.ts";
import {
  comparisonPlot,
  createSurfaceMesh,
  energyPlot,
  findAppearance,
  findLinks,
  linePlot,
} from "../../../../lib/view/index.ts";
import { construct, type FuzzCall, invoke, method } from "../FuzzCall.ts";
import { readRun, runShort } from "../runShort.ts";

type Call = (...args: never[]) => unknown;

export const math: readonly FuzzCall[] = [
  invoke("matrixFromQuaternion", matrixFromQuaternion as Call, () => [[1, 0, 0, 0]]),
  invoke("multiplyQuaternions", multiplyQuaternions as Call, () => [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
  ]),
  invoke("normalizeQuaternion", normalizeQuaternion as Call, () => [[1, 2, 3, 4]]),
  invoke("quaternionAbout", quaternionAbout as Call, () => [[0, 0, 1], 0.3]),
  invoke("quaternionFromMatrix", quaternionFromMatrix as Call, () => [
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    [1, 0, 0, 0],
  ]),
  construct(RankRevealingSolver, () => [3]),
];

/** What a contact asks of a surface. */
const readSurface = (surface: Surface) => {
  const values = new Float64Array(10);
  surface.calc(Float64Array.of(0.1, 0.2, 0.3), values);
  const system = new System();
  const body = system.add(
    new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [0.3, 9, 0.2] }),
  );
  const surfaceB = new Sphere({ radius: 0.1 });
  system.add(new NearestPoints("near", system.ground, body, { surfaceA: surface, surfaceB }));
  return readRun(runShort(system));
};

const surface = (kind: new (...args: never[]) => Surface, options: () => object): FuzzCall =>
  construct(kind, () => [options()], readSurface as (made: never) => unknown);

const place = () => ({ position: [0.1, 0, 0], orientation: [1, 0, 0, 0] });

const createFrames = () => [new SurfaceFrame(new Plane()), new SurfaceFrame(new Sphere({ radius: 0.1 }))];

export const tracking: readonly FuzzCall[] = [
  surface(Plane, () => ({ normal: [0, 1, 0], point: [0, 0, 0] })),
  surface(Plane, place),
  surface(Sphere, () => ({ radius: 0.1, ...place() })),
  surface(Ellipsoid, () => ({ semiAxes: [0.1, 0.2, 0.3], ...place() })),
  surface(Cylinder, () => ({ radius: 0.1, axis: "x" })),
  surface(Cone, () => ({ halfAngle: 0.3, length: 1, axis: "x" })),
  surface(Torus, () => ({ radius: 1, tubeRadius: 0.1, axis: "y" })),
  surface(Paraboloid, () => ({ radius: 9, axis: "y" })),
  surface(Superellipsoid, () => ({ semiAxes: [0.1, 0.2, 0.3], exponent: 4 })),
  surface(Sphere, () => ({ radius: 0.1, inside: true })),
  surface(Point, place),
  surface(Edge, () => ({ from: [0, 0, 0], to: [0.1, 0, 0.2] })),
  surface(CircularEdge, () => ({ radius: 0.1, axis: "y" })),
  surface(CircularSpindle, () => ({ radius: 0.5, offset: 0.3, axis: "x" })),
  surface(SurfaceOfRevolution, () => ({
    generatrix: [
      [-1, 0.1],
      [0, 0.3],
      [1, 0.1],
    ],
    axis: "x",
  })),
  surface(SurfaceOfRevolution, () => ({
    generatrix: (x: number) => 0.3 - 0.1 * x * x,
    from: -1,
    to: 1,
    axis: "x",
  })),
  invoke(
    "Surface.from",
    (async (...args: Parameters<typeof Surface.from>) => readSurface(await Surface.from(...args))) as Call,
    () => ["x^2 + y^2 + z^2 - r^2", { r: 0.2 }, { position: [0, 0, 0], size: 0.2 }],
  ),
  invoke("createTracker", createTracker as Call, () => ["algebraic", ...createFrames()]),
  construct(SurfaceFrame, () => [new Plane()]),
  construct(AlgebraicTracker, createFrames),
  construct(DifferentialTracker, createFrames),
  invoke("compareTrackers", compareTrackers as Call, () => [
    createTracked(),
    ["algebraic", "differential"],
    { until: 0.01, every: 0.005, tolerance: 1e-6 },
  ]),
];

function createTracked(): System {
  const system = new System();
  const body = system.add(
    new RigidBody("egg", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [0, 1, 0] }),
  );
  const surfaces = { surfaceA: new Plane(), surfaceB: new Ellipsoid({ semiAxes: [0.1, 0.2, 0.3] }) };
  system.add(new NearestPoints("height", system.ground, body, surfaces));
  return system;
}

const ball = () => Mesh.sphere({ radius: 1, sides: 8 });

export const shape: readonly FuzzCall[] = [
  construct(Mesh, () => [{ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] }]),
  invoke("Mesh.box", Mesh.box as Call, () => [[1, 2, 3]]),
  invoke("Mesh.sphere", Mesh.sphere as Call, () => [{ radius: 1, sides: 12 }]),
  invoke("Mesh.ellipsoid", Mesh.ellipsoid as Call, () => [{ semiAxes: [1, 2, 3], sides: 12 }]),
  invoke("Mesh.cylinder", Mesh.cylinder as Call, () => [
    { radius: 1, length: 2, axis: "x", innerRadius: 0.5, sides: 12 },
  ]),
  invoke("Mesh.cone", Mesh.cone as Call, () => [{ radius: 1, length: 2, axis: "x", sides: 12 }]),
  invoke("Mesh.capsule", Mesh.capsule as Call, () => [{ radius: 1, length: 2, axis: "x", sides: 12 }]),
  invoke("Mesh.torus", Mesh.torus as Call, () => [{ radius: 1, tubeRadius: 0.2, axis: "x", sides: 12 }]),
  invoke("Mesh.merge", Mesh.merge as Call, () => [[ball(), ball()]]),
  method(ball, "Mesh", "place", () => [{ position: [1, 0, 0], orientation: [1, 0, 0, 0], scale: 2 }]),
  method(ball, "Mesh", "getVertex", () => [1]),
  method(ball, "Mesh", "getTriangle", () => [1]),
  method(ball, "Mesh", "equals", () => [ball()]),
  invoke("revolve", revolve as Call, () => [
    {
      profile: [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 0],
      ],
      sides: 8,
      axis: "x",
      isRing: false,
    },
  ]),
  invoke("findSides", findSides as Call, () => [1, 0.01]),
  invoke("calcNormals", calcNormals as Call, () => [ball(), 0.5]),
  invoke("listShapes", listShapes as Call, () => [[{ mesh: ball() }]]),
  invoke("readShapes", readShapes as Call, () => ["Body", "body", [{ mesh: ball(), color: [1, 0, 0], opacity: 0.5 }]]),
  invoke("writeSTL", writeSTL as Call, () => [ball()]),
  invoke("writeTextSTL", writeTextSTL as Call, () => [ball(), "ball"]),
  invoke("writeOBJ", writeOBJ as Call, () => [ball(), "ball"]),
  invoke("calcMeshMoments", calcMeshMoments as Call, () => [ball()]),
  invoke("readSTL", readSTL as Call, () => [writeSTL(ball())]),
  invoke("readSTL, text", readSTL as Call, () => [writeTextSTL(ball())]),
  invoke("readOBJ", readOBJ as Call, () => [writeOBJ(ball())]),
];

function createArm(): { system: System; arm: RigidBody; joint: RevoluteJoint } {
  const system = new System();
  const inertia = Inertia.box({ mass: 1, size: [1, 1, 1] });
  const arm = system.add(new RigidBody("arm", { inertia, shapes: [{ mesh: ball() }] }));
  const joint = system.add(new RevoluteJoint("pin", system.ground, arm, { point: [0, 1, 0], axis: [0, 0, 1] }));
  return { system, arm, joint };
}

function createMachine(): Machine {
  const { arm, joint } = createArm();
  return new Machine("robot", { parts: [{ body: arm }], joints: [joint] });
}

export const exchange: readonly FuzzCall[] = [
  construct(Machine, () => {
    const { arm, joint } = createArm();
    return ["robot", { parts: [{ body: arm, shapes: [{ mesh: ball() }] }], joints: [joint], motors: [joint], up: "y" }];
  }),
  invoke("writeGLB", writeGLB as Call, () => [createMachine(), { up: "y" }]),
  invoke("writeGLTF", writeGLTF as Call, () => {
    const { system, arm, joint } = createArm();
    const run = system.simulateSync({ until: 0.1 });
    return [new Machine("robot", { parts: [{ body: arm }], joints: [joint] }), { run, every: 0.02 }];
  }),
  invoke("writeURDF", writeURDF as Call, () => [
    createMachine(),
    { up: "z", prefix: "meshes/", base: "base", root: "fixed" },
  ]),
  invoke("writeMJCF", writeMJCF as Call, () => [createMachine(), { up: "z", floor: true, timestep: 0.001 }]),
];

const series = () => [{ name: "line", x: [0, 1, 2], y: [1, 2, 3] }];

export const view: readonly FuzzCall[] = [
  invoke("linePlot", linePlot as Call, () => [
    { series: series(), title: "title", xLabel: "x", yLabel: "y", width: 300, height: 200, equal: true, log: false },
  ]),
  invoke("linePlot, logarithmic", linePlot as Call, () => [{ series: series(), log: true }]),
  invoke("energyPlot", energyPlot as Call, () => [
    {
      time: Float64Array.of(0, 1),
      stored: Float64Array.of(1, 2),
      supplied: Float64Array.of(1, 2),
      dissipated: Float64Array.of(0, 0),
      missing: Float64Array.of(0, 0),
    },
    "energy",
  ]),
  invoke("comparisonPlot", comparisonPlot as Call, () => [
    new TrackerComparison(Float64Array.of(0, 1), [{ tracker: "algebraic" }, { tracker: "differential" }] as never, [
      {
        tracker: "differential",
        of: "egg",
        position: Float64Array.of(0, 1),
        velocity: Float64Array.of(0, 1),
        acceleration: Float64Array.of(0, 1),
      },
    ]),
    { title: "title", width: 300, height: 200 },
  ]),
  invoke("findAppearance", findAppearance as Call, () => [
    createTracked(),
    { bounds: { min: [0, 0, 0], max: [1, 1, 1] } },
  ]),
  invoke("findLinks", findLinks as Call, () => [createTracked()]),
  invoke("createSurfaceMesh", createSurfaceMesh as Call, () => [
    new Sphere({ radius: 1 }),
    { center: [0, 0, 0], extent: 2 },
  ]),
];
