import { type ProjectionDeps, projections } from '#functions/projections.ts';
import type { recountQueue } from '#shared/event-log/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import type { SetAsideRecord } from '#shared/messages/set-aside.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { runProjections } from '#shared/worker/projections.ts';
import type { Change } from '#shared/worker/stream-worker.ts';

type Rerun = Extract<MessageOf<typeof recountQueue>, { projection: string }>;

/** Runs the projection, and the projections that wait for it, on the records as they are stored. */
export async function rerunProjection({ projection: name, records }: Rerun, deps: ProjectionDeps & { attribution: Table }): Promise<void> {
  const changes = await storedChanges(records, deps.attribution);
  const projection = projections.find((candidate) => candidate.name === name);
  if (!projection) throw new Error(`There is no projection ${name}.`);
  if (projection.onPoison === 'recount') {
    // A shard of its own makes counters count the record once, although its place in the stream has passed.
    for (const change of changes) await projection.run({ shardId: `set-aside-${change.sequence}`, changes: [change] }, deps);
    return;
  }
  const withheld = new Set([name]);
  const reruns = projections.filter(({ name: own, after, onPoison }) => {
    const isWithheld = own === name || (onPoison === 'run_again' && after.some((one) => withheld.has(one)));
    if (isWithheld) withheld.add(own);
    return isWithheld;
  });
  const inOrder = reruns.map((one) => ({
    ...one,
    after: one.after.filter((earlier) => withheld.has(earlier)),
  }));
  const [poison] = await runProjections({ shardId: '', changes }, inOrder, deps);
  if (poison) throw poison.error;
}

/** Each record is as new: a projection tolerates a repeated record. */
async function storedChanges(records: readonly SetAsideRecord[], attribution: Pick<Table, 'getMany'>): Promise<Change[]> {
  const items = await attribution.getMany<Item>(
    records.map(({ pk, sk }) => ({ pk, sk })),
    { consistent: true },
  );
  const itemByKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  return records.flatMap(({ pk, sk, sequence, previous_click_id }) => {
    const after = itemByKey.get(`${pk} ${sk}`);
    const before = previous_click_id === undefined ? null : ({ ...after, sid: previous_click_id } as Item);
    return after ? [{ sequence, before, after }] : [];
  });
}
