import { needsOfProjections } from '#functions/projections.ts';
import { project } from '#functions/workers/conversion-totals/project.ts';
import { seeded } from '#lib/tools/simulate/seeded.ts';
import { depsOver } from '#shared/aws/deps-of.ts';
import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import { envFrom } from '#shared/env.ts';
import { keyOf as keyOfReports } from '#shared/reports/items.ts';
import { scale } from '#shared/reports/needs.ts';
import { toWire } from '#shared/store/attribute-values.ts';
import { overflowKey } from '#shared/store/overflow-shards.ts';
import { tableAt } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';
import { sizeOf } from '#test/bench/search-units.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { counted } from '#test/store/stream-of.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const began = Date.parse('2026-11-21T00:00:00.000Z');

async function scene() {
  const { prefix } = await newWorld();
  const clock = { now: began };
  const table = tableAt(`${prefix}attribution`, testDynamo());
  const now = () => clock.now;
  const depsOf = () => ({
    ...depsOver(
      { attribution: () => table, env: envFrom({}), now },
      {
        ...needsOfProjections,
        scale,
        queues: () => ({ send: async () => {} }),
      },
    ),
    webhookEndpoints: { list: async () => [] },
  });
  type Deps = ReturnType<typeof depsOf>;
  const shardId = (shard: number) => `shardId-${String(shard).padStart(20, '0')}-0123abcd`;
  const deliver = (shard: number, [from, to]: [number, number], dies: (deps: Deps) => void = () => {}) => {
    const deps = depsOf();
    dies(deps);
    const changes = Array.from({ length: to - from }, (_, i) => ({
      sequence: String(10n ** 20n + BigInt(from + i)).padStart(40, '0'),
      before: null,
      after: {
        ...keyOfConversions.conversion(1, 'live', ''),
        kind: 'conversion',
        ...counted(1, `e${shard}-${from + i}`, { externalUserHash: `u${shard}-${from + i}` }),
        clickId: `s_${shard}-${from + i}`,
      },
    }));
    return project({ shardId: shardId(shard), changes }, deps as never);
  };
  const grown = () => table.put({ ...keyOfReports.streamScale(), kind: 'stream_scale', largeFrom: '2026-10-01' });
  const count = async () => {
    const { totals } = depsOf();
    const cells = await Array.fromAsync(totals.between(1, 'live', 'click', '2026-10-01', '2026-12-01'));
    return cells.reduce((sum, cell) => sum + cell.count, 0);
  };
  const items = async () => {
    const { pk } = keyOfReports.total(1, 'live', 'click', '', '');
    const parts = [pk, ...Array.from({ length: 128 }, (_, i) => overflowKey(pk, i))];
    return (await Promise.all(parts.map((part) => Array.fromAsync(table.query(part, ['2026', '2027']))))).flat();
  };
  return { clock, shardId, depsOf, deliver, grown, count, items };
}

const oneWay = (shardId: (shard: number) => string) =>
  Array.from({ length: 3000 }, (_, i) => 100 + i).filter(
    (shard) => overflowKey('', Number.parseInt(sha256(shardId(shard)).slice(0, 8), 16)) === '#s0',
  );

describe('a large table', () => {
  it('a large table counts each record once, however it is delivered again, and forgets what it took in after minutes', async () => {
    const { clock, shardId, deliver, grown, count, items } = await scene();
    await grown();
    const shards = oneWay(shardId).slice(0, 24);
    const random = seeded(7);
    const taken = new Map<number, number>();
    const dying = {
      before: (deps: { scale: { reach(): Promise<void> } }) => {
        deps.scale.reach = async () => {
          throw new Error('died');
        };
      },
    };
    for (let step = 0; step < 120; step++) {
      clock.now += random() * minuteMs;
      const shard = shards[Math.floor(random() * shards.length)] as number;
      const at = taken.get(shard) ?? 0;
      const from = random() < 0.2 ? 0 : at;
      const to = at + 1 + Math.floor(random() * 2);
      if (random() < 0.3) await expect(deliver(shard, [from, to], dying.before as never)).rejects.toThrow('died');
      await deliver(shard, [from, to]);
      taken.set(shard, to);
    }
    for (const [shard, to] of taken) await deliver(shard, [0, to]);
    const sent = [...taken.values()].reduce((sum, one) => sum + one, 0);
    expect(sent).toBeGreaterThan(120);
    expect(await count()).toBe(sent);
    const all = await items();
    expect(all.map((item) => Math.ceil(sizeOf(toWire(item)) / 1024))).toEqual([1]);
  });

  it('a large table keeps what it took in of a shard that gets no further', async () => {
    const { clock, deliver, grown, count } = await scene();
    await grown();
    const dies = (deps: { scale: { reach(): Promise<void> } }) => {
      deps.scale.reach = async () => {
        throw new Error('died');
      };
    };
    await expect(deliver(0, [0, 5], dies as never)).rejects.toThrow('died');
    for (let shard = 1; shard < 40; shard++) {
      clock.now += minuteMs;
      await deliver(shard, [0, 1]);
    }
    clock.now += 12 * 3_600_000;
    await deliver(0, [0, 7]);
    expect(await count()).toBe(39 + 7);
  });

  it('a large table is called so two days after its items hold many marks, and never for the shards of a small one', async () => {
    const { clock, shardId, depsOf, deliver, count } = await scene();
    for (let shard = 0; shard < 16; shard++) {
      await deliver(shard, [0, 1]);
      if (shard % 2) clock.now += 4 * 60 * minuteMs;
    }
    expect(await depsOf().scale.largeFrom()).toBeNull();
    for (const shard of oneWay(shardId).slice(0, 7)) await deliver(shard, [0, 1]);
    const from = new Date(clock.now + 2 * dayMs).toISOString().slice(0, 10);
    expect(await depsOf().scale.largeFrom()).toBe(from);
    const before = await count();
    await deliver(1000, [0, 3]);
    expect(await count()).toBe(before + 3);
  });
});
