/** Time of one piece of work by that of another. Rounds of both alternate and the best one of each counts; the first warm up. */
export function timeAgainst(subject: () => void, peer: () => void, rounds: number): number {
  let bestSubject = Number.POSITIVE_INFINITY;
  let bestPeer = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    bestSubject = Math.min(bestSubject, time(subject));
    bestPeer = Math.min(bestPeer, time(peer));
  }
  return bestSubject / bestPeer;
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
