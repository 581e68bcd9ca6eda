import { recordWrites } from '#test/kit/engine.ts';
import { newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { remembered } from './remembered.ts';

export type Preparation<C> = {
  env?: Record<string, string>;
  /** Later runs get its result again, but not what its closures count. */
  prepare(app: TestApp): Promise<C>;
  /** It may have parts outside this process, so each run prepares its own. */
  world?(): Promise<World>;
};
export type Scene<C> = { world: World; context: C };

export function scenesOf<C>({ prepare, world: made, env = {} }: Preparation<C>) {
  const idle: { scene: Scene<C>; renew(): Promise<void> }[] = [];

  async function prepared() {
    const world = await (made ?? newWorld)();
    const recording = made ? undefined : recordWrites(world.prefix);
    let app = await startApp(world, { env });
    const current = new Proxy({} as TestApp, { get: (_, name) => Reflect.get(app, name) });
    const context = await prepare(recording ? current : app);
    const scene = { world, context };
    if (!recording) return { scene, renew: undefined };
    const repeat = recording.end();
    const delivered = world.streams.delivered();
    const rewind = remembered([world, context], [current, world.tables, world.streams]);
    const renew = async () => {
      const { prefix, tables, streams } = await newWorld();
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
