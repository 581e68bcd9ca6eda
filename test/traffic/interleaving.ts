import { setImmediate as nextTurn } from 'node:timers/promises';
import { decide } from '#functions/workers/click-verdicts/decide.ts';
import { seeded } from '#lib/tools/simulate/seeded.ts';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { countCells } from '#shared/cells/count-cells.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import { allSeries, type Counted, contributionsOf } from '#shared/cells/rules/cells.ts';
import type { CellStart } from '#shared/cells/store/cell-start.ts';
import { type CandidateSignal, type TrafficSignal, verdictOf } from '#shared/clicks/rules/traffic.ts';
import { clickRulesIn } from '#shared/clicks/store/click-rules.ts';
import { keyOf } from '#shared/conversions/items.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { type Conversion, clickOf } from '#shared/conversions/rules/conversions.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { eventIndexIn } from '#shared/conversions/store/event-index.ts';
import { rejudgeClicks } from '#shared/reclassification/rejudge-clicks.ts';
import type { TrafficApplication } from '#shared/reclassification/rules/rejudge.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import type { Item } from '#shared/store/item.ts';
import { proveClicks } from '#shared/traffic/prove-clicks.ts';
import type { Change } from '#shared/worker/stream-worker.ts';
import type { cellTable, Fate } from '#test/cells/cell-table.ts';

type Stored = Counted & Item;
type Engine = Awaited<ReturnType<typeof cellTable>>;
type Streamed = Change & { at: number };

const start = Date.parse('2026-09-01T10:00:00.000Z');
const iso = (epoch: number) => new Date(epoch).toISOString();

/** Chance decides which process comes first, and which dies. */
export function interleaving(seed: number, { engine, accountId }: { engine: Engine; accountId: number }) {
  const random = seeded(seed);
  const chance = (share: number) => random() < share;
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const now = () => start + 3_600_000;
  const owner = { accountId, environment: 'live' as const };
  const sid = `s_${accountId}`;
  const items = new Map<string, Stored>();
  const shards = new Map(['shard-a', 'shard-b'].map((id) => [id, { records: [] as Streamed[], done: 0 }]));
  let sequence = 10n ** 20n;

  function emit(before: Stored | null, after: Stored): void {
    const shard = shards.get(after.kind === 'session' ? 'shard-a' : 'shard-b');
    sequence += 1n;
    shard?.records.push({ sequence: String(sequence).padStart(40, '0'), at: now(), before, after });
  }
  function changed(after: Item): void {
    const before = items.get(after.pk);
    if (!before) return;
    items.set(after.pk, after as Stored);
    emit(before, after as Stored);
  }
  async function store(item: Stored): Promise<void> {
    await engine.tableOf().put(item);
    items.set(item.pk, item);
    emit(null, item);
  }

  const fate = (): Fate => (chance(0.25) ? { diesAt: 1 + below(14), afterEffect: chance(0.5), random } : { random });
  const slowly =
    <A extends unknown[], T>(read: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const rules = await read(...args);
      if (chance(0.3)) await some(80);
      return rules;
    };
  function depsOf(of: Fate) {
    const table = engine.tableOf(of);
    const scale = streamScaleIn(table, { now });
    const cellStart = { since: async () => '', laterSince: async () => '' } as CellStart;
    return {
      ...cellDepsOver(table, { now, scale }),
      cellStart,
      now,
      random,
      clicks: clicksIn(table),
      clickRules: { ...clickRulesIn(table), read: slowly(clickRulesIn(table).read) },
      conversions: conversionsIn(table),
      eventIndex: eventIndexIn(table),
      queues: { send: async () => {}, holdBack: async () => {} },
      networkKeys: { hasherOf: async () => null } as never,
      identities: {} as never,
      applications: { byId: async () => null } as never,
    };
  }
  const survives = async (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: Error) => {
        if (error.message !== 'The worker died.' && error.cause === undefined) throw error;
        return false;
      },
    );
  const some = async (turns: number) => {
    for (let turn = below(turns); turn > 0; turn--) await nextTurn();
  };

  async function work(shardId: string, changes: readonly Streamed[], of: Fate): Promise<void> {
    const deps = depsOf(of);
    const events = changes.flatMap(({ before, after }) =>
      after?.kind === 'conversion' ? [{ before: before as Conversion | null, after: after as unknown as Conversion }] : [],
    );
    const indexed = deps.eventIndex.add(events.map(({ after }) => after));
    await Promise.all([indexed.then(() => proveClicks(events, deps)), countCells({ shardId, changes }, deps)]);
  }
  async function deliver(shardId: string, of: Fate): Promise<void> {
    const shard = shards.get(shardId);
    if (!shard || shard.done === shard.records.length) return;
    const from = chance(0.2) ? 0 : shard.done;
    const end = Math.min(shard.done + 1 + below(3), shard.records.length);
    const batch = shard.records.slice(from, end);
    if (await survives(work(shardId, batch, of))) shard.done = Math.max(shard.done, end);
  }
  const isDrained = () => [...shards.values()].every(({ records, done }) => done === records.length);

  const signal: CandidateSignal = oneOf(['data_centre', 'shared_click_id', 'data_centre']);
  const first = oneOf<TrafficSignal[]>([[], [], ['webdriver'], ['internal_visitor']]);
  let rulesOff: TrafficSignal[] = [];
  const click = {
    ...keyOf.click(sid),
    kind: 'session',
    sid,
    ...owner,
    pixelKey: 'pk_1',
    campaign: 'spring',
    adGroup: '',
    adId: 'a',
    networkClickIds: {},
    landingPage: '',
    createdAt: iso(start),
    expiresAt: iso(start + 86_400_000),
    facts: {
      channel: 'paid_search',
      paid: true,
      rule: 'x',
      ...verdictOf(first),
      ...(first.length > 0 && { signals: first }),
      verify: 'data_centre',
    },
  } as unknown as Stored & Click;
  const stored = () => items.get(click.pk) as unknown as Click;

  async function event(number: number): Promise<void> {
    await some(40);
    const counts = chance(0.7);
    const eventId = `e_${accountId}_${number}`;
    const credited = clickOf(stored());
    await some(10);
    const isLate = chance(0.3);
    await store({
      ...keyOf.conversion(accountId, 'live', eventId),
      kind: 'conversion',
      ...owner,
      eventId,
      eventType: 'order_created',
      currency: 'EUR',
      value: '10',
      clickId: sid,
      keyId: 'k',
      writtenBy: 'w',
      receivedAt: iso(start + 60_000),
      occurredAt: iso(start + 60_000),
      ...(isLate ? { counts: false, reason: 'unknown_svc_click_id' } : { click: credited, counts }),
    } as unknown as Stored);
    if (!isLate) return;
    await some(10);
    await depsOf({}).conversions.matchLate({ ...owner, eventId }, { click: credited, counts, matchedAt: iso(now()) });
  }
  async function verdict(): Promise<void> {
    await some(40);
    while (!(await survives(decide({ signal, click_ids: [sid], wait: 2 }, depsOf(fate()) as never)))) await some(5);
  }
  async function interaction(): Promise<void> {
    await some(40);
    await depsOf({}).clicks.noteInteraction(sid, { ...owner, pixelKey: 'pk_1' }, iso(start));
  }
  async function stream(): Promise<void> {
    for (let at = 0; at < 25; at++) {
      await some(4);
      await deliver(oneOf(['shard-a', 'shard-b']), fate());
    }
  }
  async function rules(): Promise<void> {
    await some(40);
    rulesOff = [oneOf<TrafficSignal>([signal, 'counted_event', 'webdriver', 'internal_visitor'])];
    await depsOf({}).clickRules.change(accountId, { trafficRulesOff: rulesOff }, async () => []);
    await some(5);
    while (!(await apply(fate()))) await some(5);
  }
  const apply = (of: Fate) =>
    survives(
      rejudgeClicks(
        [sid],
        { environment: 'live', day: '2026-09-01' },
        {
          id: 'traffic_2026-09-01_x',
          accountId,
          isDry: false,
          trafficRules: { version: 1, staffNetworks: [], rulesOff },
        } as unknown as TrafficApplication,
        depsOf(of) as never,
      ),
    );

  function fail(text: string): never {
    throw new Error(`Seed ${seed}: ${text}. ${JSON.stringify({ facts: stored().facts, rulesOff, signal })}`);
  }
  function checkVerdict(): void {
    const { facts } = stored();
    const signals = facts?.signals ?? [];
    const events = [...items.values()].filter((item) => item.kind === 'conversion' && item.counts);
    if (events.length > 0 !== signals.includes('counted_event')) fail(`there are ${events.length} events`);
    const fires = signal === 'shared_click_id' || !facts?.interacted;
    if (!facts?.interacted && !signals.includes(signal)) fail('the signal is missing');
    if (!fires && signals.includes(signal)) fail('the signal of a click with interaction fires');
    const { traffic, trafficRule } = verdictOf(signals, rulesOff);
    if (facts?.traffic !== traffic || facts.trafficRule !== trafficRule) fail(`the verdict is ${traffic}`);
  }
  async function checkCells(): Promise<void> {
    const sums = new Map<string, number>();
    const add = (series: string, names: readonly string[], count: number) => {
      const name = [series, ...names].join(' ');
      sums.set(name, (sums.get(name) ?? 0) + count);
    };
    for (const item of items.values()) for (const { series, names, count } of contributionsOf(item)) add(series, names, -count);
    const days = { from: '2026-08-01', to: '2026-10-01' };
    for (const series of allSeries)
      for await (const { names, count } of readCells(owner, series, days, depsOf({}))) add(series, names, count);
    const wrong = [...sums].filter(([, count]) => count !== 0);
    if (wrong.length > 0) fail(`cells are wrong: ${JSON.stringify(wrong)}`);
  }

  return {
    changed,
    async run(): Promise<void> {
      await store(click);
      const actors = [
        verdict(),
        stream(),
        ...Array.from({ length: below(3) }, (_, at) => event(at)),
        ...(chance(0.3) ? [verdict()] : []),
        ...(chance(0.3) ? [interaction()] : []),
        ...(chance(0.4) ? [rules()] : []),
        ...(chance(0.3) ? [stream()] : []),
      ];
      await Promise.all(actors);
      while (!isDrained()) for (const shard of shards.keys()) await deliver(shard, {});
      checkVerdict();
      await checkCells();
    },
  };
}
