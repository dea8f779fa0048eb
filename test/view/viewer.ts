import test from "ava";
import { createPendulum } from "../../bench/models.ts";
import type { Trajectory } from "../../lib/index.ts";
import { Viewer } from "../../lib/view/index.ts";
import { exportGLB } from "../../lib/view/viewer/exportGLB.ts";
import { Player } from "../../lib/view/viewer/Player.ts";
import type { ViewerOptions } from "../../lib/view/viewer/ViewerOptions.ts";
import { isAbove, isClose } from "../helpers/compare.ts";
import { createScene } from "../helpers/createScene.ts";

test("the player plays, begins again, stops, steps", (t) => {
  const player = new Player({ loop: true, speed: 2 });
  player.setRange(1, 3);
  t.is(player.time, 1);
  player.advance(0.5);
  t.is(player.time, 1, "it does not play yet");
  player.play();
  player.advance(0.5);
  t.is(player.time, 2);
  player.advance(1.3);
  isClose(t, player.time, 2.6, 1e-15, "1.6 s beyond the end");
  player.loop = false;
  player.advance(10);
  t.is(player.time, 3);
  t.false(player.isPlaying);
  player.play();
  t.is(player.time, 1, "from the start again");
  player.step(1, "tenth");
  isClose(t, player.time, 1.2, 1e-15);
  t.false(player.isPlaying);
  player.step(-1, "frame");
  isClose(t, player.time, 1.2 - 1 / 30, 1e-15);
  player.time = 99;
  t.is(player.time, 3);
  player.changeSpeed(1);
  t.is(player.speed, 4);
  player.changeSpeed(1);
  t.is(player.speed, 4);
  player.speed = 0.3;
  player.changeSpeed(-1);
  t.is(player.speed, 0.25);
  t.throws(
    () => {
      player.time = Number.NaN;
    },
    { message: "Viewer: the time is NaN; give a finite number (a division by zero upstream?)" },
  );
  t.throws(
    () => {
      player.speed = 0;
    },
    { message: "Viewer: the speed is 0; give a number greater than zero" },
  );
  // A run without length does not turn in circles.
  const point = new Player({ loop: true, speed: 1 });
  point.setRange(0, 0);
  point.play();
  point.advance(1);
  t.is(point.time, 0);
  t.false(point.isPlaying);
});

test("wrong options and runs are refused with the remedy", (t) => {
  const run = createPendulum(1).simulateSync({ until: 1 });
  const cases: [ViewerOptions, RegExp][] = [
    [{ trace: true } as ViewerOptions, /Viewer: unknown option "trace"; did you mean "traces"\?/],
    [{ traces: ["rot"] }, /Viewer: no body is called "rot"; did you mean "rod"\?/],
    [{ traces: [{ body: "rod", point: [1, 2] }] }, /point of the trace of "rod" \[1, 2\] has 2 numbers/],
    [{ traces: "rod" as unknown as string[] }, /Viewer: traces is "rod"; give true, false or a list/],
    [{ traces: [{ body: "rod", colour: "red" } as never] }, /unknown option "colour"; did you mean "color"\?/],
    [{ forces: ["hing"] }, /Viewer: no constraint is called "hing"; did you mean "hinge"\?/],
    [{ torques: [1] as unknown as string[] }, /Viewer: torques are \[1\]; give true, false or a list of names/],
    [{ frames: ["hinge"] }, /Viewer: no body is called "hinge"/],
    [{ follow: "rd" }, /Viewer: no body is called "rd"; did you mean "rod"\?/],
    [{ forceScale: -1 }, /Viewer: forceScale is -1; give a number greater than zero/],
    [{ up: "Y" as "y" }, /Viewer: up is "Y"; did you mean "y"\? give one of "x", "y", "z"/],
    [{ theme: "drak" as "dark" }, /Viewer: theme is "drak"; did you mean "dark"\?/],
    [{ from: [0, 0, 0] }, /Viewer: from \[0, 0, 0\] has no direction/],
    [{ height: Number.NaN }, /Viewer: height is NaN/],
    [{ height: 1e9 }, /Viewer: height is 1000000000; give at most 10000 pixels/],
    [{ forces: new Array(2) }, /Viewer: forces are \[undefined, undefined\]; give true, false or a list of names/],
    [{ traces: new Array(1) }, /Viewer: the body of a trace is undefined; give a name/],
    [
      { traces: [{ body: "rod", color: "red;background:url(x)" }] },
      /Viewer: the color of a trace is "red;background:url\(x\)"; give one such as "#d55e00"/,
    ],
    [{ loop: 1 as unknown as boolean }, /Viewer: loop is 1; give true or false/],
    [{ contacts: 1 as unknown as boolean }, /Viewer: contacts is 1; give true or false/],
  ];
  for (const [options, message] of cases) t.throws(() => createScene(run, options), { message });
  t.throws(() => createScene({} as Trajectory), { message: /Viewer: the run is an object of class Object; give what/ });
  t.throws(() => createScene(undefined as unknown as Trajectory), { message: /Viewer: the run is undefined/ });
  t.throws(() => new Viewer(run), { message: "Viewer: there is no page here; make it in a browser, not in Node" });
});

test("the motion of a scene as glTF", (t) => {
  const run = createPendulum(1).simulateSync({ until: 1 });
  const bytes = exportGLB(createScene(run));
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  t.is(view.getUint32(0, true), 0x46546c67);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + view.getUint32(12, true))));
  t.is(json.animations.length, 1);
  isAbove(t, json.meshes.length, 0);
  t.deepEqual(
    json.nodes.map(({ name }: { name: string }) => name).filter((name: string) => name === "rod"),
    ["rod"],
  );
});
