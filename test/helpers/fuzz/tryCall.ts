import { RandomSource } from "../random.ts";
import type { FuzzCall } from "./FuzzCall.ts";
import { spoil } from "./hostile.ts";
import { type Fault, judgeResult, judgeThrown } from "./judge.ts";

export interface Outcome {
  name: string;
  isRefused: boolean;
  fault: Fault | undefined;
}

/** The call that a seed stands for, with the wrong arguments that it stands for. */
export async function tryCall(calls: readonly FuzzCall[], seed: number): Promise<Outcome> {
  const random = new RandomSource(seed);
  const { name, make, call, mayBeNaN } = random.pick(calls);
  const args = spoil(random, make()) as never[];
  try {
    const result = await settle(call(...args));
    return { name, isRefused: false, fault: mayBeNaN ? undefined : judgeResult(result) };
  } catch (thrown) {
    return { name, isRefused: true, fault: judgeThrown(thrown) };
  }
}

/** A promise of the library is waited for; a value that only looks like one, because a user gave it, is not. */
const settle = (result: unknown): unknown => (result instanceof Promise ? result : [result]);
