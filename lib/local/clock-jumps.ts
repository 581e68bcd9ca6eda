import { clockWatch } from '#packages/dynamo-sqlite/src/index.ts';

const lookEveryMs = 1000;

export function onClockJump(follow: (byMs: number) => void): () => void {
  const jumpedBy = clockWatch();
  const timer = setInterval(() => {
    const byMs = jumpedBy();
    if (byMs !== 0) follow(byMs);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
