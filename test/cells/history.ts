import { seeded } from '#lib/tools/simulate/seeded.ts';
import { adjustEvents } from '#shared/adjustments/adjust-events.ts';
import { applyPending } from '#shared/adjustments/apply-pending.ts';
import { adjustmentsIn } from '#shared/adjustments/store/adjustments.ts';
import { withdrawAdjustment } from '#shared/adjustments/withdraw-adjustment.ts';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { countCells } from '#shared/cells/count-cells.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import { recountCells } from '#shared/cells/recount-cells.ts';
import { allSeries, type Contribution, type Counted, contributionsOf, type Owner } from '#shared/cells/rules/cells.ts';
import { isProcessed } from '#shared/cells/rules/generations.ts';
import { addSigned } from '#shared/cells/rules/signed.ts';
import { cellNamesIn } from '#shared/cells/store/cell-names.ts';
import type { CellStart } from '#shared/cells/store/cell-start.ts';
import { sealsIn } from '#shared/cells/store/seals.ts';
import type { StoredPart } from '#shared/cells/store/stored-of-day.ts';
import { keyOf } from '#shared/conversions/items.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { clickOf, type EarningClick } from '#shared/conversions/rules/conversions.ts';
import { lateMatchMs } from '#shared/conversions/rules/limits.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { type StreamScale, streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import type { Item } from '#shared/store/item.ts';
import type { Change } from '#shared/worker/stream-worker.ts';
import { adjustmentBooks } from './adjustment-books.ts';
import type { cellTable, Fate } from './cell-table.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const keptMs = dayMs;
const start = Date.parse('2026-09-01T10:00:00.000Z');
const shards = ['shard-a', 'shard-b', 'shard-c'];

type Stored = Counted & Item;
type Streamed = Change & { at: number };
type Engine = Awaited<ReturnType<typeof cellTable>>;

export function history(seed: number, { engine, accountId }: { engine: Engine; accountId: number }) {
  const random = seeded(seed);
  const older = random() < 0.33 ? Math.floor(random() * 25) : 0;
  let since = older > 0 ? '9' : '';
  const bound = random() < 0.5 ? { size: 2, pages: 2 } : {};
  const chance = (share: number) => random() < share;
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const clock = { now: start + below(dayMs) };
  const owner: Owner = { accountId, environment: 'live' };
  const scope = { ...owner, by: { kind: 'key' as const, id: 'k' } };
  const own = engine.tableOf();
  /** `truth` also holds removed items, in their last state. */
  const items = new Map<string, Stored>();
  const truth = new Map<string, Stored>();
  const streams = new Map(shards.map((shard) => [shard, { records: [] as Streamed[], done: 0 }]));
  const rows = { session: new Map<string, Stored>(), conversion: new Map<string, Stored>() };
  const books = adjustmentBooks({ random, accountId });
  let sequence = 10n ** 20n + BigInt(below(1000));
  let count = 0;
  const log: string[] = [];
  let isOlder = older > 0;

  const shardOf = (pk: string) => shards[pk.charCodeAt(pk.length - 1) % shards.length] as string;
  function emit(before: Stored | null, after: Stored | null): void {
    const { pk } = (after ?? before) as Stored;
    sequence += BigInt(1 + below(5));
    streams.get(shardOf(pk))?.records.push({
      sequence: String(sequence).padStart(40, '0'),
      at: Math.floor(clock.now / 1000) * 1000,
      before,
      after,
    });
  }
  function changed(after: Item): void {
    const before = items.get(after.pk) ?? null;
    items.set(after.pk, after as Stored);
    truth.set(after.pk, after as Stored);
    emit(before, after as Stored);
  }
  const store = async (item: Stored): Promise<void> => await own.put(item);

  const fate = (): Fate => (chance(0.3) ? { diesAt: 1 + below(12), afterEffect: chance(0.5), random } : { random });
  const depsOf = (of: Fate) => {
    const table = engine.tableOf(of);
    const now = () => clock.now;
    const scale = streamScaleIn(table, { now });
    const cellNames = cellNamesIn(table, { now, ...bound });
    const deps = { ...cellDepsOver(table, { now, scale }), cellStart: startOf(since), cellNames };
    const seals = sealsIn(table, { now, scale, cellStates: deps.cellStates });
    return {
      ...deps,
      now,
      seals,
      conversions: conversionsIn(table),
      adjustments: adjustmentsIn(table, { now }),
    };
  };
  async function upgrade(): Promise<void> {
    isOlder = false;
    since = new Date(clock.now + 120_000 + below(30) * 60_000).toISOString();
  }
  const isOld = (item: Stored) =>
    !isProcessed(item, since) && (item.kind === 'conversion' || Date.parse(item.createdAt) > clock.now - 2 * dayMs);
  async function take(of: Fate, share: number): Promise<void> {
    const left = [...items.values()].filter((item) => isOld(item) && chance(share));
    const marks = cellDepsOver(engine.tableOf(of), { now: () => clock.now, scale: noScale }).cellMarks;
    for (const item of left) if (!(await dies(marks.mark(item, 0)))) return;
  }
  const dies = async (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: Error) => {
        if (error.message !== 'The worker died.' && error.cause === undefined) throw error;
        return false;
      },
    );

  async function work(shard: string, changes: readonly Streamed[], of: Fate): Promise<boolean> {
    for (const { before, after } of changes) {
      const item = after as Stored | null;
      const isMarked = before !== null && before.cellGeneration !== item?.cellGeneration;
      const isListed = item?.kind === 'session' ? !isOlder || isMarked : !isMarked;
      if (item && (!before || isMarked) && isListed) rows[item.kind].set(item.pk, item);
      if (item?.kind === 'conversion') books.list(item.pk, item.adjustments ?? []);
    }
    if (isOlder) return true;
    const arrived = changes.flatMap(({ before, after }) =>
      !before && after?.kind === 'conversion' ? [after as unknown as Stored & { kind: 'conversion' }] : [],
    );
    const deps = depsOf(of);
    return await dies(Promise.all([countCells({ shardId: shard, changes }, deps), applyPending(arrived, deps)]));
  }
  async function untilDone(call: (deps: ReturnType<typeof depsOf>) => Promise<unknown>): Promise<void> {
    while (!(await dies(call(depsOf(fate()))))) await engine.idle();
  }
  async function deliver(shard: string, of: Fate, most = 1 + below(8)): Promise<void> {
    const stream = streams.get(shard) as { records: Streamed[]; done: number };
    const { done } = stream;
    const end = Math.min(done + most, stream.records.length);
    // Records that were delivered before may come again, in other batches.
    const from = chance(0.2) ? Math.max(0, done - below(6)) : done;
    const batch = stream.records.slice(from, end).filter(({ at }) => at > clock.now - keptMs);
    if (batch.length === 0) return;
    if (await work(shard, batch, of)) stream.done = Math.max(stream.done, end);
  }
  async function drain(): Promise<void> {
    for (const shard of shards) {
      const stream = streams.get(shard) as { records: Streamed[]; done: number };
      while (stream.done < stream.records.length) await deliver(shard, {}, 5);
    }
    if ([...streams.values()].some(({ records, done }) => done < records.length)) await drain();
  }

  const listed = (kind: 'session' | 'conversion', timeOf: (item: Stored) => string) =>
    async function* (of: Owner, day: string, after = ''): AsyncGenerator<StoredPart> {
      const found = [...rows[kind].values()].filter((row) => of.environment === 'live' && timeOf(row).startsWith(day));
      const ids = found.map(({ pk }) => pk).filter((pk) => pk > after);
      for (const last of ids.sort()) yield { items: [items.get(last) ?? []].flat(), last };
    };
  const storedOfDay = {
    clicks: listed('session', (item) => (item as Stored & { createdAt: string }).createdAt),
    events: listed('conversion', (item) => (item as Stored & { receivedAt: string }).receivedAt),
    async *adjusted(of: Owner, day: string, after = ''): AsyncGenerator<StoredPart> {
      const pks = of.environment === 'live' ? [...books.listedOn(day)] : [];
      for (const last of pks.filter((pk) => pk > after).sort()) yield { items: [items.get(last) ?? []].flat(), last };
    },
  };
  const dayAt = (epoch: number) => new Date(epoch).toISOString().slice(0, 10);

  const all = (kind: Stored['kind']) => [...items.values()].filter((item) => item.kind === kind);
  const stamp = () => new Date(clock.now + below(120_000) - 60_000).toISOString();
  const clickFields = (session: Stored): EarningClick => clickOf(session as unknown as Click);

  const steps: Record<string, [number, () => Promise<unknown>]> = {
    click: [
      6,
      async () => {
        const sid = `s_${accountId}_${count++}`;
        await store({
          ...keyOf.click(sid),
          kind: 'session',
          sid,
          ...owner,
          pixelKey: oneOf(['pk_1', 'pk_2']),
          campaign: oneOf(['', 'spring', 'autumn']),
          adGroup: 'g',
          adId: oneOf(['a', 'b']),
          networkClickIds: {},
          landingPage: '',
          createdAt: stamp(),
          expiresAt: stamp(),
          ...(chance(0.8) && {
            facts: {
              channel: oneOf(['paid_search', 'email']),
              traffic: oneOf(['human', 'bot', 'internal']),
            },
          }),
        } as unknown as Stored);
      },
    ],
    event: [
      8,
      async () => {
        const sessions = all('session');
        const session = sessions.length > 0 && chance(0.7) ? oneOf(sessions) : null;
        const eventId = books.expected(chance(0.5)) ?? `e_${accountId}_${count++}`;
        const storing = store({
          ...keyOf.conversion(accountId, 'live', eventId),
          kind: 'conversion',
          ...owner,
          eventId,
          eventType: oneOf(['order_created', 'signup_completed']),
          currency: oneOf(['EUR', 'USD']),
          value: oneOf(['0', '12.5', '0.1', '99999999999.99']),
          clickId: '',
          keyId: 'k',
          writtenBy: 'w',
          receivedAt: stamp(),
          occurredAt: new Date(clock.now - below(3 * dayMs)).toISOString(),
          ...(session ? { click: clickFields(session), counts: chance(0.9) } : { counts: false, reason: 'x' }),
        } as unknown as Stored);
        if (isOlder || chance(0.8)) return await storing;
        const one = books.next(eventId, clock.now);
        await Promise.all([storing, untilDone((deps) => adjustEvents(scope, [one], deps)), deliver(oneOf(shards), fate())]);
        books.sent(one);
      },
    ],
    adjust: [
      8,
      async () => {
        const events = all('conversion') as unknown as { eventId: string }[];
        const isEarly = events.length === 0 || chance(0.2);
        const eventId = isEarly ? `e_${accountId}_${count++}` : oneOf(events).eventId;
        const sent = Array.from({ length: 1 + below(3) }, () => books.next(eventId, clock.now));
        await Promise.all([
          ...sent.map((one) => untilDone((deps) => adjustEvents(scope, [one], deps))),
          chance(0.4) ? deliver(oneOf(shards), fate()) : undefined,
          chance(0.1) ? dies(depsOf(fate()).seals.seal(accountId, { minCells: 1 })) : undefined,
        ]);
        for (const one of sent) books.sent(one);
        if (isEarly) books.expect(eventId);
      },
    ],
    withdraw: [
      3,
      async () => {
        const one = books.any();
        if (!one) return;
        await Promise.all([
          untilDone((deps) => withdrawAdjustment(scope, one, deps)),
          chance(0.4) ? deliver(oneOf(shards), fate()) : undefined,
        ]);
        books.withdrawn(one);
      },
    ],
    match: [
      5,
      async () => {
        const waiting = all('conversion').filter((item) => !('click' in item) && !('erasedAt' in item));
        if (waiting.length === 0) return;
        const event = oneOf(waiting);
        const { receivedAt } = event as never as { receivedAt: string };
        const sessions = all('session').filter((item) => Date.parse(clickFields(item).clickedAt) <= Date.parse(receivedAt) + lateMatchMs);
        if (sessions.length === 0) return;
        await store({
          ...event,
          click: clickFields(oneOf(sessions)),
          counts: chance(0.9),
          matchedAt: stamp(),
          ...(chance(0.3) && { matchedBy: 'external_user_id' }),
        } as unknown as Stored);
      },
    ],
    change: [
      5,
      async () => {
        const current = [...items.values()];
        if (current.length === 0) return;
        const item = oneOf(current);
        if (item.kind === 'session')
          await store({
            ...item,
            ...(chance(0.2)
              ? { erasedAt: stamp() }
              : {
                  facts: {
                    traffic: oneOf(['human', 'bot', 'suspect']),
                    channel: oneOf(['paid_search', 'sms']),
                  },
                }),
          } as unknown as Stored);
        else
          await store({
            ...item,
            ...oneOf<object>([{ erasedAt: stamp() }, { conflict: { at: stamp() } }, { value: oneOf(['7', '0']) }]),
          } as unknown as Stored);
      },
    ],
    remove: [
      1,
      async () => {
        const onTheirWay = new Set(
          [...streams.values()].flatMap(({ records, done }) => records.slice(done).map(({ before, after }) => (after ?? before)?.pk)),
        );
        const sessions = all('session').filter(
          (item) => Date.parse((item as never as { createdAt: string }).createdAt) < clock.now - 3 * dayMs && !onTheirWay.has(item.pk),
        );
        if (sessions.length === 0) return;
        const item = oneOf(sessions);
        await own.remove(item);
        items.delete(item.pk);
        emit(item, null);
      },
    ],
    time: [
      4,
      async () => {
        const ms = oneOf([60_000, hourMs, 12 * hourMs, dayMs, 4 * dayMs, 20 * dayMs]) * random();
        if (ms > hourMs || chance(0.3)) await drain();
        clock.now += Math.floor(ms);
      },
    ],
    deliver: [8, () => deliver(oneOf(shards), fate())],
    sideBySide: [4, () => Promise.all([deliver(oneOf(shards), fate()), deliver(oneOf(shards), fate())])],
    seal: [3, () => dies(depsOf(fate()).seals.seal(accountId, { minCells: oneOf([1, 1, 4]) }))],
    sealBeside: [
      2,
      () =>
        Promise.all([
          dies(depsOf(fate()).seals.seal(accountId, { minCells: oneOf([1, 1, 4]) })),
          deliver(oneOf(shards), fate()),
          chance(0.3) ? dies(depsOf(fate()).seals.seal(accountId, { minCells: oneOf([1, 1, 4]) })) : undefined,
        ]),
    ],
    recount: [
      2,
      () => {
        const from = dayAt(clock.now - below(10) * dayMs);
        const to = dayAt(Date.parse(from) + below(10) * dayMs);
        const deps = { ...depsOf(fate()), storedOfDay, retentionDays: oneOf([90, 14]) };
        const until = clock.now + 1;
        const recount = async (callsLeft: number): Promise<void> => {
          let readsLeft = callsLeft > 0 ? below(30) : Number.POSITIVE_INFINITY;
          const now = () => (readsLeft-- > 0 ? clock.now : until);
          const call = recountCells(accountId, { from, to, until }, { ...deps, now });
          let isStopped = false;
          await dies(
            call.then(({ isDone }) => {
              isStopped = !isDone;
            }),
          );
          if (isStopped) await recount(callsLeft - 1);
        };
        return Promise.all([recount(below(4)), chance(0.5) ? deliver(oneOf(shards), fate()) : undefined]);
      },
    ],
    check: [1, () => check()],
    take: [
      older > 0 ? 4 : 0,
      () => {
        const isQuiet = !isOlder && clock.now > Date.parse(since) + 120_000;
        return isQuiet ? Promise.all([take(fate(), 0.4), chance(0.5) ? deliver(oneOf(shards), fate()) : undefined]) : Promise.resolve();
      },
    ],
  };
  const weighted = Object.entries(steps).flatMap(([name, [weight]]) => Array<string>(weight).fill(name));

  async function withKeptNames(all: Contribution[], { cellNames }: ReturnType<typeof depsOf>) {
    const named: Contribution[] = [];
    for (const one of all) {
      const isBounded = one.series === 'clicks' && one.names.slice(2, 5).some((name) => name !== '');
      const isKept = !isBounded || (await cellNames.kept({ owner, day: one.day }, [one.names]))(one.names);
      named.push(isKept ? one : { ...one, names: one.names.with(2, '(other)').with(3, '').with(4, '') });
    }
    return named;
  }

  async function check(): Promise<void> {
    await drain();
    const counted = [...truth.values()].filter((item) => isProcessed(item, since));
    const deps = depsOf({});
    const wanted = sums(await withKeptNames(counted.flatMap(contributionsOf), deps));
    const read = [];
    for (const series of allSeries)
      for await (const cell of readCells(owner, series, { from: '2026-08-01', to: dayAt(clock.now + dayMs) }, deps))
        read.push(...cell.quarters.map((quarter) => ({ ...cell, ...quarter })));
    const found = sums(read);
    const differing = [...new Set([...wanted.keys(), ...found.keys()])].filter((name) => wanted.get(name) !== found.get(name));
    if (differing.length > 0) {
      const [name = ''] = differing;
      throw new Error(`Seed ${seed}: ${name} is ${found.get(name)} instead of ${wanted.get(name)} after ${log.join(', ')}`);
    }
    const fault = books.fault([...items.values()], counted, read);
    if (fault) throw new Error(`Seed ${seed}: ${fault} after ${log.join(', ')}`);
  }

  return {
    changed,
    async run(length: number): Promise<void> {
      for (let i = 0; i < length; i++) {
        if (isOlder && i >= older) {
          await drain();
          await upgrade();
        }
        const drawn = oneOf(weighted);
        const name = isOlder && ofCells.has(drawn) ? 'event' : drawn;
        log.push(name);
        await steps[name]?.[1]();
        await engine.idle();
      }
      if (older > 0) {
        await drain();
        clock.now = Math.max(clock.now, Date.parse(since) + 180_000);
        await take({}, 1);
      }
      await check();
      const { recounts } = await depsOf({}).cellStates.one(accountId);
      const stuck = recounts.find(({ marked, closedAt }) => marked !== undefined && !closedAt);
      if (stuck) throw new Error(`Seed ${seed}: the recount ${stuck.generation} has all marks and stays open.`);
      const left = [...items.values()].filter(isOld);
      if (left.length > 0) throw new Error(`Seed ${seed}: ${left.length} items are in no cell.`);
    },
  };
}

const ofCells = new Set(['seal', 'sealBeside', 'recount', 'take', 'check', 'adjust', 'withdraw']);
const noScale = { largeFrom: async () => null } as unknown as StreamScale;
const startOf = (since: string) => ({ since: async () => since, laterSince: async () => since }) as CellStart;

type One = {
  series: string;
  day: string;
  names: readonly string[];
  quarter: number;
  count: number;
  value: string;
};
function sums(all: readonly One[]): Map<string, string> {
  const amounts = new Map<string, { count: number; value: string }>();
  for (const { series, day, names, quarter, count, value } of all) {
    const name = JSON.stringify([series, day, quarter, ...names]);
    const sum = amounts.get(name) ?? { count: 0, value: '0' };
    amounts.set(name, { count: sum.count + count, value: addSigned(sum.value, value) });
  }
  return new Map([...amounts].flatMap(([name, { count, value }]) => (count === 0 && value === '0' ? [] : [[name, `${count} ${value}`]])));
}
