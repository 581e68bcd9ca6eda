import { recordWrites } from '#test/kit/engine.ts';
import { newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import type { Scenario } from './crash-test.ts';
import { remembered } from './remembered.ts';

export type Scene<C> = { world: World; context: C };

/** Every run gets tables of its own, with the writes of one preparation. Runs at the same time have different ones. */
export function scenesOf<C, A>({ prepare, world: made = newWorld, env = {}, preparesOnce }: Scenario<C, A>) {
  const idle: { scene: Scene<C>; renew(): Promise<void> }[] = [];

  async function prepared() {
    const world = await made();
    const recording = preparesOnce ? recordWrites(world.prefix) : undefined;
    let app = await startApp(world, { env });
    const current = new Proxy({} as TestApp, { get: (_, name) => Reflect.get(app, name) });
    const context = await prepare(recording ? current : app);
    const scene = { world, context };
    if (!recording) return { scene, renew: undefined };
    const repeat = recording.end();
    const delivered = world.streams.delivered();
    const rewind = remembered([world, context], [current, world.tables, world.streams]);
    const renew = async () => {
      const { prefix, tables, streams } = await made();
      await repeat(prefix);
      await streams.skip(delivered);
      rewind();
      Object.assign(world, { prefix, tables, streams });
      app = await startApp(world, { env });
    };
    return { scene, renew };
  }

  return async function withScene<T>(run: (scene: Scene<C>) => Promise<T>): Promise<T> {
    const used = idle.pop();
    await used?.renew();
    const { scene, renew } = used ?? (await prepared());
    const result = await run(scene);
    if (renew) idle.push({ scene, renew });
    return result;
  };
}
