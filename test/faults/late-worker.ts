import { type Preparation, scenesOf } from '#test/crash/prepared-once.ts';
import { startApp, type TestApp } from '#test/kit/harness.ts';
import { interleaved } from './interleaved.ts';

type Scenario<C> = Preparation<C> & {
  work(app: TestApp, context: C): Promise<unknown>;
  /** Another worker takes the work over, and what follows. */
  meanwhile(app: TestApp, context: C): Promise<void>;
  check(app: TestApp, context: C): Promise<void>;
};

const isRead = (operation = '') => /^(GetItem|BatchGetItem|Query|Scan)$/.test(operation);

/** A worker stands still before each of its writes in turn, as a frozen function does, and goes on later. */
export async function lateWorker<C>({ work, meanwhile, check, ...preparation }: Scenario<C>): Promise<number> {
  const withScene = scenesOf(preparation);
  const undisturbed = await withScene(async ({ world, context }) => {
    const app = await startApp(world);
    await work(app, context);
    return [...app.calls];
  });
  const writes = undisturbed.flatMap(({ operation }, before) => (isRead(operation) ? [] : [before + 1]));
  for (const at of writes)
    await withScene(async ({ world, context }) => {
      const held = (app: TestApp) => work(app, context).catch(() => null);
      await interleaved(world, { at, alone: false }, held, (app) => meanwhile(app, context));
      const { operation, table = '' } = undisturbed[at - 1] ?? {};
      await check(await startApp(world), context).catch((cause: Error) => {
        throw new Error(`When call ${at} (${operation} ${table}) was late: ${cause.message}`, { cause });
      });
    });
  return writes.length;
}
