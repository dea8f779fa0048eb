/** Every model that a page shows, by the name of its task in the worker; each is loaded when it is asked for. */
export const models = {
  fourBar: async () => (await import("./fourBar.ts")).createFourBar,
  loops: async () => (await import("./loops.ts")).createLoop,
  bondgraphs: async () => (await import("./bondgraphs/index.ts")).createBondSystem,
  omniwheel: async () => (await import("./omniwheel.ts")).createOmniwheel,
  pendulum: async () => (await import("./pendulum.ts")).createPendulum,
  tumbling: async () => (await import("./tumbling.ts")).createTumbling,
  eulerDisk: async () => (await import("./eulerDisk.ts")).createEulerDisk,
  friction: async () => (await import("./friction/index.ts")).createFriction,
  rattleback: async () => (await import("./rattleback.ts")).createRattleback,
  tippeTop: async () => (await import("./tippeTop.ts")).createTippeTop,
  tracking: async () => (await import("./tracking.ts")).createFlyby,
  vehicle: async () => (await import("./vehicle/createVehicle.ts")).createDrive,
};
