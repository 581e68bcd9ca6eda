import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp, type World } from '#test/kit/harness.ts';

const settledMs = 4;

/** `held` stops at call number `at`, alone or with all later calls, until `other` has ended. */
export async function interleaved(
  world: World,
  { at, alone }: { at: number; alone: boolean },
  held: (app: TestApp) => Promise<unknown>,
  other: (app: TestApp) => Promise<unknown>,
  env: Record<string, string> = {},
): Promise<boolean> {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isReached = false;
  const heldBack = (number: number) => {
    if (alone ? number !== at : number < at) return undefined;
    isReached = true;
    reached.resolve();
    return released.promise;
  };
  const running = held(await startApp(world, { heldBack, env }));
  await Promise.race([reached.promise, running]);
  await pause(settledMs);
  await other(await startApp(world, { env }));
  released.resolve();
  await running;
  return isReached;
}

/** `step` leaves out calls between. */
export async function atEveryCall(
  attempt: (place: { at: number; alone: boolean }) => Promise<boolean>,
  { step = 1 } = {},
): Promise<number> {
  let places = 0;
  for (const alone of [false, true])
    for (let at = 1; ; at += step) {
      let isReached: boolean;
      try {
        isReached = await attempt({ at, alone });
      } catch (error) {
        const held = alone ? 'was held back' : 'and all after it were held back';
        throw new Error(`When call ${at} ${held}: ${(error as Error).message}`, { cause: error });
      }
      if (!isReached) break;
      places++;
    }
  return places;
}
