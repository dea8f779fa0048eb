/** What `lib/view/viewer/stage/createStage.ts` becomes, with three.js inside; the build makes it. */
declare module "#stage" {
  export function createStage(
    host: import("../view/viewer/Stage.ts").StageHost,
  ): import("../view/viewer/Stage.ts").Stage | undefined;
}
