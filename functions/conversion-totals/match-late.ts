import type { ProjectionDeps } from '#shared/deps.ts';
import type { Session } from '#shared/domain/attribution.ts';
import { clickOf } from '#shared/domain/conversions.ts';
import {
  aliasIn,
  clickIdsOf,
  isEarnedLate,
  isWaiting,
  type WaitingEvent,
} from '#shared/domain/late-match.ts';
import { eachAtOnce } from '#shared/each-at-once.ts';
import type { ConversionChange } from './conversion-changes.ts';

type Deps = Pick<ProjectionDeps, 'clicks' | 'conversions' | 'eventIndex' | 'keys' | 'now'>;

const writesAtOnce = 16;
const sessionsAtOnce = 8;
const partSize = 200;

/**
 * Brings events together with clicks that were not known when they arrived: new events look for their click, new
 * clicks for events that wait. Whichever comes second finds the other, and the first match stays.
 */
export async function matchLate(
  conversions: readonly ConversionChange[],
  newSessions: readonly Session[],
  deps: Deps,
): Promise<void> {
  const waiting = conversions
    .filter(({ before, after }) => !before && isWaiting(after))
    .map(({ after }) => after);
  const sessions = await sessionsOf(waiting, deps);
  await eachAtOnce(waiting, writesAtOnce, async (event) => {
    const session = sessions.get(event);
    if (session) await match(event, session, deps);
  });
  await eachAtOnce(newSessions, sessionsAtOnce, async (session) => {
    for (const clickId of clickIdsOf(session)) {
      const found = deps.eventIndex.waitingFor(session.accountId, session.environment, clickId);
      // Side by side: somebody may have sent thousands of events with one unknown click id.
      for await (const events of inParts(found, partSize))
        await eachAtOnce(events, writesAtOnce, (event) => match(event, session, deps));
    }
  });
}

async function* inParts<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let part: T[] = [];
  for await (const one of all) {
    part.push(one);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  yield part;
}

/** The sessions that exist by now, by the event that names them. */
async function sessionsOf(events: readonly ConversionChange['after'][], { clicks }: Deps) {
  const aliasOf = new Map(events.map((event) => [event, aliasIn(event.clickId)]));
  const sidOf = new Map(events.map((event) => [event, event.clickId]));
  // Aliases belong to an account and environment; each group's are read together.
  const groups = Map.groupBy(
    events.filter((event) => aliasOf.get(event)),
    (event) => `${event.accountId} ${event.environment} ${aliasOf.get(event)?.name}`,
  );
  for (const group of groups.values()) {
    const [{ accountId, environment }] = group as [ConversionChange['after']];
    const name = aliasOf.get(group[0] as ConversionChange['after'])?.name ?? '';
    const values = group.map((event) => aliasOf.get(event)?.value ?? '');
    const sids = await clicks.byAliases(accountId, environment, name, values);
    group.forEach((event, i) => {
      const sid = sids.get(values[i] ?? '');
      if (sid) sidOf.set(event, sid);
    });
  }
  const sessions = await clicks.byIds([...sidOf.values()]);
  return new Map(events.map((event) => [event, sessions.get(sidOf.get(event) ?? '')]));
}

async function match(event: WaitingEvent, session: Session, { keys, conversions, now }: Deps): Promise<void> {
  if (!isEarnedLate(event, session)) return;
  const types = await keys.conversionTypes(session.pixelKey);
  await conversions.matchLate(event, {
    click: clickOf(session),
    counts: event.environment === 'live' && types.includes(event.eventType),
    matchedAt: new Date(now()).toISOString(),
  });
}
