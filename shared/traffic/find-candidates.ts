import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { Message } from '#shared/messages/queues.ts';
import type { Sender } from '#shared/messages/sender.ts';
import type { Item } from '#shared/store/item.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { crowdFrom, flood, floodedIn, isShared, type RecentClick, sharedId } from './rules/recent-clicks.ts';
import { type RecentMemory, recentMemory } from './rules/recent-memory.ts';
import { networkAndAdOf, networkWithin } from './rules/subjects.ts';
import type { RecentClicks } from './store/recent-clicks.ts';

/** The longest delay of a queue. A candidate waits twice. */
export const waitSeconds = 900;
/** Clicks of a message. */
const messageSize = 100;
/** Clicks of a subject in its item, which stays below 1 KB. */
const mostStored = { flood: 20, sharedId: 12 };
/** A process writes the item of a flood once a second, whatever comes. */
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
type Verdicts = Omit<Message<'verdicts'>, 'wait'>;

/** A process remembers more clicks of a flood than are stored, and when it stored them. */
export type FloodMemory = { recent: RecentMemory; storedAt: Map<string, number> };
export const floodMemory = (): FloodMemory => ({
  recent: recentMemory({ withinMs: flood.withinMs, most: messageSize, subjects: 20_000 }),
  storedAt: new Map(),
});

/**
 * Finds the clicks of a batch that may be of programs, and sends them to be judged. An ordinary click costs no call: a
 * repeated click ID shows in the record of its alias, and a network and ad is stored from its third click in a process on.
 */
export async function findCandidates(changes: readonly Change[], deps: CandidateDeps): Promise<void> {
  const created = changes.flatMap(({ before, after }) =>
    after?.kind === 'session' && !before ? [after as unknown as Click] : [],
  );
  const found: Verdicts[] = [
    ...inMessages(
      'data_centre',
      created.filter(({ facts }) => facts?.verify === 'data_centre').map(({ sid }) => sid),
    ),
    ...(await sharedIds(changes, deps)),
    ...(await floods(created, deps)),
  ];
  await forEachConcurrent(found, subjectsAtOnce, (one) =>
    deps.queues.send('verdicts', { ...one, wait: 1 }, { delaySeconds: waitSeconds }),
  );
}

const inMessages = (signal: Verdicts['signal'], sids: readonly string[]): Verdicts[] =>
  Array.from({ length: Math.ceil(sids.length / messageSize) }, (_, at) => ({
    signal,
    click_ids: sids.slice(at * messageSize, (at + 1) * messageSize),
  }));

/** IDs of ad networks that are seen again, from too many networks. */
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
  const found: Verdicts[] = [];
  await forEachConcurrent([...sidsOf], subjectsAtOnce, async ([pk, sids]) => {
    const [, account = '', environment = '', ...id] = pk.split('#');
    const subject = `id#${id.join('#')}`;
    const more = [...sids].flatMap((sid) => recentOf(clicks.get(sid), subject));
    if (more.length === 0) return;
    const owner = { accountId: Number(account), environment: environment as Environment };
    const bounds = { withinMs: sharedId.withinMs, most: mostStored.sharedId };
    const recent = await deps.recentClicks.add({ ...owner, subject }, more, bounds);
    if (isShared(recent))
      found.push(
        ...inMessages(
          'shared_click_id',
          recent.map(({ sid }) => sid),
        ),
      );
  });
  return found;
}

async function clicksOf(sids: readonly string[], { clicks }: Pick<CandidateDeps, 'clicks'>) {
  const stored = await clicks.stored(sids);
  return new Map(stored.map((click) => [click.sid, click]));
}

function recentOf(click: Click | undefined, subject: string): RecentClick[] {
  const network = click?.facts?.network;
  if (!click || !network) return [];
  const { sid, createdAt } = click;
  return [{ at: Date.parse(createdAt), sid, network: networkWithin(subject, network) }];
}

/** Networks that click one ad too often. */
async function floods(created: readonly Click[], deps: CandidateDeps): Promise<Verdicts[]> {
  const bySubject = Map.groupBy(created, networkAndAdOf);
  const found: Verdicts[] = [];
  await forEachConcurrent([...bySubject], subjectsAtOnce, async ([subject, clicks]) => {
    const [click] = clicks;
    if (subject === null || !click) return;
    const more = clicks.map(({ sid, createdAt }) => ({ at: Date.parse(createdAt), sid }));
    const flooded = floodedIn(await recentOfSubject({ ...click, subject }, more, deps));
    if (flooded.length === 0) return;
    found.push({ signal: 'click_flood', click_ids: flooded.slice(-messageSize).map(({ sid }) => sid) });
  });
  return found;
}

/** The recent clicks of a network and ad, also those that other processes have stored. */
async function recentOfSubject(
  { accountId, environment, subject }: Pick<Click, 'accountId' | 'environment'> & { subject: string },
  more: readonly RecentClick[],
  { floods: { recent, storedAt }, recentClicks, now }: CandidateDeps,
): Promise<readonly RecentClick[]> {
  const known = recent.add(subject, more);
  const wasStored = now() - (storedAt.get(subject) ?? 0) < rewriteMs;
  if (known.length < crowdFrom || (wasStored && floodedIn(known).length > 0)) return known;
  const bounds = { withinMs: flood.withinMs, most: mostStored.flood };
  const stored = await recentClicks.add({ accountId, environment, subject }, known, bounds);
  if (storedAt.size > 20_000) storedAt.clear();
  storedAt.set(subject, now());
  return recent.add(subject, stored);
}
