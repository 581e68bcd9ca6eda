import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { flood } from '#shared/clicks/rules/limits.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import type { Sender } from '#shared/messages/sender.ts';
import type { Item } from '#shared/store/item.ts';
import { verdictsQueue } from '#shared/traffic/queues.ts';
import { setBounded } from '#shared/values/bounded.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { sha256 } from '#shared/values/ids.ts';
import { crowdFrom, floodedIn, floodMs, isShared, merged, type RecentClick, sharedIdMs } from './rules/recent-clicks.ts';
import { type RecentMemory, recentMemory } from './rules/recent-memory.ts';
import { ipNetworkWithin, networkAndAdOf } from './rules/subjects.ts';
import type { RecentClicks } from './store/recent-clicks.ts';

/** A candidate waits for twice a queue's longest delay, 15 minutes. */
export const waitSeconds = 900;
const messageSize = 100;
const maxOthers = 40;
/** A stored item with this many clicks is smaller than 1 KB. */
const maxStored = { flood: flood.clicks, sharedId: 12 };
/** A process writes a flood's item at most once a second. */
const rewriteMs = 1000;
const subjectsAtOnce = 16;

type Change = { before: Item | null; after: Item | null };
export type CandidateDeps = {
  clicks: Clicks;
  recentClicks: RecentClicks;
  floods: FloodMemory;
  queues: Pick<Sender, 'send'>;
  now(): number;
};
type Verdicts = Omit<MessageOf<typeof verdictsQueue>, 'wait'>;

const maxSubjects = 20_000;
export type FloodMemory = {
  recent: RecentMemory;
  storedAt: Map<string, number>;
  sent: Map<string, ReadonlySet<string>>;
};
export const floodMemory = (): FloodMemory => ({
  recent: recentMemory({ withinMs: floodMs, most: messageSize, subjects: maxSubjects }),
  storedAt: new Map(),
  sent: new Map(),
});
type Flood = { subject: string; clicks: readonly RecentClick[] };

/**
 * A process keeps recent clicks of an IP network and ad in memory, and stores them from the third click on.
 */
export async function findCandidates(changes: readonly Change[], deps: CandidateDeps): Promise<void> {
  const created = changes.flatMap(({ before, after }) => (after?.kind === 'session' && !before ? [after as unknown as Click] : []));
  const floods = await floodsIn(created, deps);
  const verdicts: Verdicts[] = [
    ...inMessages(
      'data_centre',
      created.filter(({ facts }) => facts?.verify === 'data_centre').map(({ sid }) => sid),
    ),
    ...(await sharedIds(changes, deps)),
    ...floods.flatMap((flood) => messagesOf(flood, deps.floods)),
  ];
  await forEachConcurrent(verdicts, subjectsAtOnce, (message) =>
    deps.queues.send(verdictsQueue, { ...message, wait: 1 }, { delaySeconds: waitSeconds }),
  );
  for (const { subject, clicks } of floods)
    setBounded(deps.floods.sent, subject, new Set(clicks.slice(-messageSize).map(({ sid }) => sid)), maxSubjects);
}

const inMessages = (signal: Verdicts['signal'], sids: readonly string[]): Verdicts[] =>
  Array.from({ length: Math.ceil(sids.length / messageSize) }, (_, at) => ({
    signal,
    click_ids: sids.slice(at * messageSize, (at + 1) * messageSize),
  }));

async function sharedIds(changes: readonly Change[], deps: CandidateDeps): Promise<Verdicts[]> {
  const sidsOf = new Map<string, Set<string>>();
  for (const { before, after } of changes) {
    if (after?.kind !== 'alias' || !before || before.sid === after.sid) continue;
    const sids = sidsOf.get(after.pk) ?? new Set();
    sidsOf.set(after.pk, sids.add(String(before.sid)).add(String(after.sid)));
  }
  const clicks = await clicksOf(
    [...sidsOf.values()].flatMap((sids) => [...sids]),
    deps,
  );
  const messages: Verdicts[] = [];
  await forEachConcurrent([...sidsOf], subjectsAtOnce, async ([pk, sids]) => {
    const [, account = '', environment = '', ...id] = pk.split('#');
    const subject = `id#${sha256(id.join('#')).slice(0, 24)}`;
    const more = [...sids].flatMap((sid) => recentOf(clicks.get(sid), subject));
    if (more.length === 0) return;
    const owner = { accountId: Number(account), environment: environment as Environment };
    const bounds = { withinMs: sharedIdMs, most: maxStored.sharedId };
    const recent = await deps.recentClicks.add({ ...owner, subject }, more, bounds);
    if (!isShared(recent)) return;
    const newIds = more.map(({ sid }) => sid);
    const others = recent.flatMap(({ sid }) => (sids.has(sid) ? [] : [sid]));
    messages.push(...inMessages('shared_click_id', newIds).map((message) => ({ ...message, other_ids: others })));
  });
  return messages;
}

async function clicksOf(sids: readonly string[], { clicks }: Pick<CandidateDeps, 'clicks'>) {
  const storedClicks = await clicks.stored(sids);
  return new Map(storedClicks.map((click) => [click.sid, click]));
}

function recentOf(click: Click | undefined, subject: string): RecentClick[] {
  const ipNetwork = click?.facts?.network;
  if (!click || !ipNetwork) return [];
  const { sid, createdAt } = click;
  return [{ at: Date.parse(createdAt), sid, network: ipNetworkWithin(subject, ipNetwork) }];
}

async function floodsIn(created: readonly Click[], deps: CandidateDeps): Promise<Flood[]> {
  const bySubject = Map.groupBy(created, networkAndAdOf);
  const floods: Flood[] = [];
  await forEachConcurrent([...bySubject], subjectsAtOnce, async ([subject, clicks]) => {
    const [click] = clicks;
    if (subject === null || !click) return;
    const more = clicks.map(({ sid, createdAt }) => ({ at: Date.parse(createdAt), sid }));
    const flooded = floodedIn(await recentOfSubject({ ...click, subject }, more, deps));
    if (flooded.length > 0) floods.push({ subject, clicks: flooded });
  });
  return floods;
}

/** A click is part of a flood only together with earlier clicks. */
function messagesOf({ subject, clicks }: Flood, { sent: sentIds }: FloodMemory): Verdicts[] {
  const earlier = sentIds.get(subject);
  const ids = clicks.map(({ sid }) => sid);
  const newIds = ids.filter((sid) => !earlier?.has(sid));
  const others = ids.filter((sid) => earlier?.has(sid));
  return inMessages('click_flood', newIds).map((message, at) => ({
    ...message,
    other_ids: [...others, ...newIds.slice(0, at * messageSize)].slice(-maxOthers),
  }));
}

async function recentOfSubject(
  { accountId, environment, subject }: Pick<Click, 'accountId' | 'environment'> & { subject: string },
  more: readonly RecentClick[],
  { floods: { recent, storedAt }, recentClicks, now }: CandidateDeps,
): Promise<readonly RecentClick[]> {
  const knownClicks = recent.add(subject, more);
  const wasStored = now() - (storedAt.get(subject) ?? 0) < rewriteMs;
  if (knownClicks.length < crowdFrom || (wasStored && floodedIn(knownClicks).length > 0)) return knownClicks;
  const bounds = { withinMs: floodMs, most: maxStored.flood };
  const storedClicks = await recentClicks.add({ accountId, environment, subject }, knownClicks, bounds);
  setBounded(storedAt, subject, now(), maxSubjects);
  recent.add(subject, storedClicks);
  return merged(storedClicks, knownClicks, bounds);
}
