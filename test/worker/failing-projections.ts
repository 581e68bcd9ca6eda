import { projections } from '#functions/projections.ts';
import type { Projection } from '#shared/worker/projections.ts';
import type { Change } from '#shared/worker/stream-worker.ts';
import type { World } from '#test/kit/harness.ts';

/** Until `world.projections` is deleted, the projections of the stream throw on these records. */
export function failingOn(world: World, isPoison: (record: Change, projection: string) => boolean): void {
  world.projections = projections.map((projection: Projection) => ({
    ...projection,
    async run(batch, deps) {
      if (batch.changes.some((record) => isPoison(record, projection.name)))
        throw new TypeError(`${projection.name} cannot digest the record.`);
      await projection.run(batch, deps);
    },
  }));
}
