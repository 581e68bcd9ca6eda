import type * as z from 'zod';
import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { consentOf, type StoredConsent, withStatements } from '#shared/consent/rules/consent.ts';
import { type Conversion, consentOfEvent, type EarningClick } from '#shared/conversions/rules/conversions.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { Conversions } from '#shared/conversions/store/conversions.ts';
import type { EventIndex } from '#shared/conversions/store/event-index.ts';
import { type Identities, linkOfEvent } from '#shared/conversions/store/identities.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { ConsentMessage } from './rules/erasure-message.ts';

type Owner = { accountId: AccountId; environment: Environment };
/** Match keys of events, and what is stored of their clicks for networks, are destroyed. Returns how many match keys there were. */
export type MatchKeys = { drop(owner: Owner, of: { eventIds: readonly string[]; sids: readonly string[] }): Promise<number> };
export type ConsentDeps = {
  clicks: Clicks;
  conversions: Conversions;
  eventIndex: EventIndex;
  identities: Identities;
  matchKeys: MatchKeys;
};

/** `after` is the place of the last item that is done. */
export type ConsentTask = { accountId: AccountId; said: StoredConsent; after?: string | undefined } & (
  | { environment: Environment; sid: string }
  /** A user's events and clicks are the parts of each environment. */
  | { userHash: string; part: number }
);
type Message = z.infer<typeof ConsentMessage>;
type Step = { dropped: number; work: number; next: ConsentTask[] };

const userParts = [
  { environment: 'live', isOfClicks: false },
  { environment: 'live', isOfClicks: true },
  { environment: 'test', isOfClicks: false },
  { environment: 'test', isOfClicks: true },
] as const satisfies { environment: Environment; isOfClicks: boolean }[];
const writesAtOnce = 16;
const clicksAtATime = 25;

/** Brings a statement about a click or user to its events. The call is idempotent, and works on about `budget` items. */
export async function applyConsent(
  task: ConsentTask,
  budget: number,
  deps: ConsentDeps,
): Promise<{ dropped: number; next: ConsentTask[] }> {
  let next = [task];
  let [dropped, left] = [0, budget];
  for (let [first, ...others] = next; first && left > 0; [first, ...others] = next) {
    const step = 'sid' in first ? await changeClick(first, left, deps) : await changeUser(first, left, deps);
    next = [...step.next, ...others];
    dropped += step.dropped;
    left -= Math.max(step.work, 1);
  }
  return { dropped, next };
}

export const consentMessageOf = ({ accountId, said, after, ...of }: ConsentTask, taskId: string): Message => ({
  account_id: accountId,
  task_id: taskId,
  consent_of: of,
  ...(after !== undefined && { after }),
  said,
});

export const consentTaskOf = ({ account_id: accountId, consent_of, after, said }: Message): ConsentTask => ({
  accountId,
  said,
  after,
  ...consent_of,
});

async function changeUser(task: ConsentTask & { userHash: string; part: number }, left: number, deps: ConsentDeps): Promise<Step> {
  const { accountId, userHash, part, said, after } = task;
  const of = userParts[part];
  if (!of) return { dropped: 0, work: 0, next: [] };
  const { environment, isOfClicks } = of;
  const user = { accountId, environment, userHash };
  const nextOf = (last: string | undefined, isFull: boolean): ConsentTask =>
    isFull ? { ...task, after: last } : { accountId, said, userHash, part: part + 1 };
  if (!isOfClicks) {
    const ids = await deps.eventIndex.idsOfUser(user, { after, limit: left });
    const dropped = await changeEvents(user, ids, said, deps);
    return { dropped, work: ids.length, next: [nextOf(ids.at(-1), ids.length === left)] };
  }
  const limit = Math.min(left, clicksAtATime);
  const links = await deps.identities.clicksOfUser(user, { after, limit });
  await forEachConcurrent(links, writesAtOnce, ({ click }) =>
    deps.identities.moveLink({ ...user, ...click }, { consent: mergedOf(click, said) }),
  );
  const ofClicks = links.map(({ click: { sid } }) => ({ accountId, environment, sid, said }));
  return { dropped: 0, work: links.length, next: [...ofClicks, nextOf(links.at(-1)?.place, links.length === limit)] };
}

async function changeClick(task: ConsentTask & { sid: string; environment: Environment }, left: number, deps: ConsentDeps): Promise<Step> {
  const { accountId, environment, sid, said, after } = task;
  const owner = { accountId, environment };
  const dropped = after === undefined ? await changeOneClick(task, deps) : 0;
  const ids = await deps.eventIndex.idsOfClick(accountId, environment, sid, { after, limit: left });
  const droppedOfEvents = await changeEvents(owner, ids, said, deps);
  return { dropped: dropped + droppedOfEvents, work: ids.length, next: ids.length === left ? [{ ...task, after: ids.at(-1) }] : [] };
}

/** A link's copy of its click earns later events of the user. */
async function changeOneClick(
  { accountId, environment, sid, said }: ConsentTask & { sid: string; environment: Environment },
  deps: ConsentDeps,
) {
  const owner = { accountId, environment };
  const click = await deps.clicks.stateConsent(sid, isOf(owner), said);
  if (!click?.consent || click.erasedAt) return 0;
  const { consent } = click;
  for await (const link of deps.identities.linksOfClick(click)) await deps.identities.moveLink(link, { consent });
  return consentOf({ click: consent }).adUserData === 'denied' ? deps.matchKeys.drop(owner, { eventIds: [], sids: [sid] }) : 0;
}

async function changeEvents(owner: Owner, ids: readonly string[], said: StoredConsent, deps: ConsentDeps): Promise<number> {
  const events = await deps.conversions.byEventIds(owner.accountId, owner.environment, ids);
  const denied: string[] = [];
  await forEachConcurrent(events, writesAtOnce, async (event) => {
    const changed = await deps.conversions.stateConsent(event, said);
    if (!changed) return;
    const link = linkOfEvent(changed);
    if (link && changed.click) await deps.identities.moveLink(link, { consent: mergedOf(changed.click, changed.consentChange ?? said) });
    if (consentOfEvent(changed).adUserData === 'denied') denied.push(changed.eventId);
  });
  return denied.length > 0 ? deps.matchKeys.drop(owner, { eventIds: denied, sids: [] }) : 0;
}

const mergedOf = ({ consent }: Pick<EarningClick, 'consent'>, said: StoredConsent): StoredConsent => withStatements(consent, said) ?? said;

const isOf =
  ({ accountId, environment }: Owner) =>
  (click: Pick<Conversion, 'accountId' | 'environment'>) =>
    click.accountId === accountId && click.environment === environment;
