import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { clickIdsOf } from '#shared/conversions/rules/click-id.ts';
import { type Conversion, clickOf, type EarningClick } from '#shared/conversions/rules/conversions.ts';
import { eventInstant, isEarnedByUser } from '#shared/conversions/rules/identity.ts';
import {
  isEarnedLate,
  isWaiting,
  isWaitingForUser,
  senderOf,
  type WaitingEvent,
  waitsStill,
} from '#shared/conversions/rules/late-match.ts';
import type { AccountSettingsStore } from '#shared/conversions/store/account-settings.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { Conversions } from '#shared/conversions/store/conversions.ts';
import type { EventIndex } from '#shared/conversions/store/event-index.ts';
import type { Identities, UserClick } from '#shared/conversions/store/identities.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';

export type MatchDeps = {
  clicks: Clicks;
  conversions: Conversions;
  eventIndex: EventIndex;
  identities: Identities;
  accountSettings: AccountSettingsStore;
  keys: ApiKeys;
  now(): number;
};

type Changed = { before: Conversion | null; after: Conversion };

const writesAtOnce = 16;
const clicksAtOnce = 8;
const partSize = 200;

/** A click and its event may arrive in either order: the later finds the earlier, and the first match stays. */
export async function matchLate(
  conversions: readonly Changed[],
  newClicks: readonly Click[],
  newUserClicks: readonly UserClick[],
  deps: MatchDeps,
): Promise<void> {
  const newConversions = conversions.filter(({ before }) => !before).map(({ after }) => after);
  const waiting = newConversions.filter(isWaiting);
  const clicks = await clicksOf(waiting, deps);
  await forEachConcurrent(waiting, writesAtOnce, async (event) => {
    const click = clicks.get(event);
    if (click) await match(event, click, deps);
  });
  await forEachConcurrent(newClicks, clicksAtOnce, async (click) => {
    for (const clickId of clickIdsOf(click)) {
      const waitingEvents = deps.eventIndex.waitingFor(click.accountId, click.environment, clickId);
      for await (const events of inParts(waitingEvents, partSize))
        await forEachConcurrent(events, writesAtOnce, (event) => match(event, click, deps));
    }
  });

  await forEachConcurrent(newConversions.filter(isWaitingForUser), writesAtOnce, (event) =>
    matchByUser(event, event.externalUserHash ?? '', deps),
  );
  await forEachConcurrent(newUserClicks, clicksAtOnce, async ({ click, ...user }) => {
    const { identityAttribution, identityWindowDays } = await deps.accountSettings.cached(user.accountId);
    if (identityAttribution === 'off') return;
    const waitingEvents = deps.eventIndex.waitingForUser(user);
    for await (const events of inParts(waitingEvents, partSize)) {
      const earned = events.filter((event) => isEarnedByUser(event, click, identityWindowDays));
      await forEachConcurrent(earned, writesAtOnce, (event) => matchByUser(event, user.userHash, deps));
    }
  });
}

async function* inParts<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let part: T[] = [];
  for await (const item of all) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  yield part;
}

async function clicksOf(events: readonly Conversion[], { clicks }: MatchDeps) {
  const clickByEvent = new Map<Conversion, Click>();
  for (const group of Map.groupBy(events, (event) => `${event.accountId} ${event.environment}`).values()) {
    const [{ accountId, environment }] = group as [Conversion];
    const clicksById = await clicks.named(
      group.map(({ clickId }) => clickId),
      { accountId, environment },
    );
    for (const event of group) {
      const click = clicksById.get(event.clickId);
      if (click) clickByEvent.set(event, click);
    }
  }
  return clickByEvent;
}

async function match(event: WaitingEvent, click: Click, deps: MatchDeps): Promise<void> {
  if (isEarnedLate(event, click)) await credit(event, { click: clickOf(click) }, deps);
}

/** The user's last click before the event counts. */
async function matchByUser(event: WaitingEvent, userHash: string, deps: MatchDeps): Promise<void> {
  const { identityAttribution, identityWindowDays: windowDays } = await deps.accountSettings.cached(event.accountId);
  if (identityAttribution === 'off' || !waitsStill(event, deps.now())) return;
  const window = { before: eventInstant(event), windowDays };
  const click = await deps.identities.lastClick(userHash, senderOf(event), window, { consistent: true });
  if (click) await credit(event, { click, matchedBy: 'external_user_id' }, deps);
}

async function credit(
  event: WaitingEvent,
  match: { click: EarningClick; matchedBy?: 'external_user_id' },
  { keys, conversions, now }: MatchDeps,
): Promise<void> {
  const types = await keys.conversionTypes(match.click.pixelKey);
  await conversions.matchLate(event, {
    ...match,
    counts: types.includes(event.eventType),
    matchedAt: new Date(now()).toISOString(),
  });
}
