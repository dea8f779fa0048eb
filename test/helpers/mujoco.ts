import loadMujoco, { type MainModule, type MjData, type MjModel } from "@mujoco/mujoco";
import { describeWheel, Inertia, Machine, OmniWheel, System, writeMJCF } from "../../lib/index.ts";
import { UprightMount, type UprightMountOptions } from "../../lib/omniwheel/index.ts";

let loaded: Promise<MainModule> | undefined;

/** MuJoCo, loaded once. */
export const getMujoco = (): Promise<MainModule> => {
  loaded ??= loadMujoco();
  return loaded;
};

/** The wheel by which engines are compared, held upright, as a machine. */
export function createRollingMachine(start: UprightMountOptions = {}): {
  machine: Machine;
  wheel: OmniWheel;
  mount: UprightMount;
  system: System;
} {
  const system = new System();
  const mass = 0.02;
  const across = (mass * (3 * 0.01 ** 2 + 0.026 ** 2)) / 12;
  const wheel = new OmniWheel("wheel", system.ground, {
    ...{ radius: 0.06, rollerDistance: 0.05, rollers: 12, friction: 0.8 },
    disc: Inertia.cylinder({ mass: 1, radius: 0.05, length: 0.02, axis: "z" }),
    roller: new Inertia({ mass, tensor: [(mass * 0.01 ** 2) / 2, across, across] }),
  }).addTo(system);
  const mount = system.add(new UprightMount("mount", system.ground, wheel, start));
  const { parts, joints } = describeWheel(wheel);
  return { machine: new Machine("wheel", { parts, joints: [mount, ...joints] }), wheel, mount, system };
}

/** Other things in the place of the rollers: what one gets without their true shape. */
export const ROLLER_VARIANTS = {
  mesh: (xml: string) => xml,
  /** With the curvatures of the roller in its middle. */
  ellipsoid: (xml: string) => replaceRollers(xml, `type="ellipsoid" size="${Math.sqrt(0.01 * 0.06)} 0.01 0.01"`),
  capsule: (xml: string) =>
    replaceRollers(xml, 'type="capsule" size="0.01"').replace(/fromhere/g, 'fromto="-0.0078 0 0 0.0078 0 0"'),
  sphere: (xml: string) => replaceRollers(xml, 'type="sphere" size="0.01"'),
} as const;

const replaceRollers = (xml: string, shape: string): string =>
  xml.replace(
    /type="mesh" mesh="wheel roller" pos="0 0 0" quat="1 0 0 0"/g,
    `${shape}${shape.includes("capsule") ? " fromhere" : ""}`,
  );

export interface MujocoRoll {
  /** How far the hub went, m, and how far the wheel rolled, m: `R` times its turn. */
  distance: number;
  rolled: number;
  sideways: number;
  /** Speed at the end, m/s. */
  speed: number;
  /** (largest − smallest height of the hub)/R after 0.3 s. */
  ripple: number;
  height: number;
}

/** Rolls that wheel in MuJoCo for two seconds from half a metre a second. */
export async function rollInMujoco(variant: keyof typeof ROLLER_VARIANTS = "mesh"): Promise<MujocoRoll> {
  const mujoco = await getMujoco();
  const xml = ROLLER_VARIANTS[variant](writeMJCF(createRollingMachine().machine));
  const model = mujoco.MjModel.from_xml_string(xml) as MjModel;
  const data = new mujoco.MjData(model) as MjData;
  const R = 0.06;
  data.qvel[0] = 0.5;
  data.qvel[3] = -0.5 / R;
  const heights: number[] = [];
  for (let i = 0; i < 2000; i++) {
    mujoco.mj_step(model, data);
    if (i >= 300) heights.push(R + data.qpos[1]);
  }
  const [x, , z, angle] = data.qpos;
  const roll = {
    distance: x,
    rolled: -R * angle,
    sideways: Math.abs(z),
    speed: data.qvel[0],
    ripple: (Math.max(...heights) - Math.min(...heights)) / R,
    height: heights[heights.length - 1],
  };
  data.delete();
  model.delete();
  return roll;
}
