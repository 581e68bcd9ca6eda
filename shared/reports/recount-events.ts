import { matchLate } from '#shared/conversions/match-late.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { isWaiting, isWaitingForUser } from '#shared/conversions/rules/late-match.ts';
import { applyLateErasures } from '#shared/event-log/apply-late-erasures.ts';
import { type Activity, type ActivityCell, cellOf } from '#shared/reports/rules/activity.ts';
import { covers, type EventPart, partsOfStored, type Recount } from '#shared/reports/rules/recounts.ts';
import type { Cell } from '#shared/reports/rules/totals.ts';
import { type Claim, nameOf } from '#shared/reports/store/recounts.ts';
import type { Addend } from '#shared/reports/store/totals.ts';
import type { Part } from '#shared/store/table.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { boundedNames } from './bounded-names.ts';
import type { RecountDeps } from './recount-needs.ts';

type Counted = { claim: Claim; event: Conversion; cells: EventPart['cells']; activity: Activity[] };

const maxSteps = 100;
const readsAtOnce = 16;

/** Each part of an event counts once. Its indexes, late matches and erasures must come first. */
export async function recountEvents(
  storedEvents: readonly Conversion[],
  recounts: ReadonlyMap<number, Recount>,
  part: string,
  deps: RecountDeps,
): Promise<{ events: number }> {
  const inDays = storedEvents.filter((event) => countedParts(event, recounts).length > 0);
  const unclaimedParts = await unclaimed(inDays, recounts, deps);
  const missed = [...new Set(unclaimedParts.map(({ event }) => event))];
  const events = await project(missed, deps);
  let uncountedParts = await unclaimed(events, recounts, deps);
  while (uncountedParts.length > 0) {
    const refused: Conversion[] = [];
    for (const steps of await transactionsOf(uncountedParts, part, deps))
      if (!(await deps.recounts.count(steps.claims, steps.additions))) refused.push(...steps.events);
    uncountedParts = await unclaimed([...new Set(refused)], recounts, deps);
  }
  return { events: inDays.length };
}

function countedParts(event: Conversion, recounts: ReadonlyMap<number, Recount>): Counted[] {
  const { accountId, environment, eventId } = event;
  const recount = recounts.get(accountId);
  if (!recount) return [];
  return partsOfStored(event).flatMap(({ name, ...partOfEvent }) => {
    const cells = partOfEvent.cells.filter(({ cell }) => covers(recount, cell.day));
    const activity = partOfEvent.activity.filter(({ at }) => covers(recount, dayOf(at)));
    if (cells.length + activity.length === 0) return [];
    const claim = { accountId, environment, generation: recount.generation, eventId, part: name };
    return [{ claim, event, cells, activity }];
  });
}

async function unclaimed(events: readonly Conversion[], recounts: ReadonlyMap<number, Recount>, deps: RecountDeps): Promise<Counted[]> {
  const parts = events.flatMap((event) => countedParts(event, recounts));
  const unclaimedNames = new Set((await deps.recounts.unclaimed(parts.map(({ claim }) => claim))).map(nameOf));
  return parts.filter(({ claim }) => unclaimedNames.has(nameOf(claim)));
}

async function project(events: readonly Conversion[], deps: RecountDeps): Promise<Conversion[]> {
  await deps.eventIndex.add(events);
  await deps.identities.add(events);
  await applyLateErasures(events, deps);
  const waiting = events.filter((event) => isWaiting(event) || isWaitingForUser(event));
  await matchLate(
    waiting.map((after) => ({ before: null, after })),
    [],
    [],
    deps,
  );
  const current = new Map(events.map((event) => [event, event]));
  await forEachConcurrent(waiting, readsAtOnce, async (event) => {
    const storedEvent = await deps.conversions.byEventId(event.accountId, event.environment, event.eventId);
    if (storedEvent) current.set(event, storedEvent);
  });
  const now = [...current.values()];
  const logged = now.filter((event) => deps.eventLog.logIdOfAccepted(event) !== null);
  await deps.eventLog.write(logged, logged);
  return now;
}

type Steps = { claims: Claim[]; additions: Part[]; events: Conversion[] };

async function transactionsOf(parts: readonly Counted[], part: string, { totals, activity, activityNames }: RecountDeps): Promise<Steps[]> {
  const nameOfItem = await boundedNames(
    parts.flatMap((part) => part.activity),
    activityNames,
  );
  const transactions: Steps[] = [];
  let batch: Counted[] = [];
  let cells = new Map<string, { cell: Cell; amounts: Addend[]; generation: number }>();
  let counters = new Map<string, { cell: ActivityCell; amounts: { at: string; count: number; value?: Decimal }[]; generation: number }>();
  const end = () => {
    if (batch.length === 0) return;
    transactions.push({
      claims: batch.map(({ claim }) => claim),
      events: batch.map(({ event }) => event),
      additions: [
        ...[...cells.values()].map(({ cell, amounts, generation }) => totals.addition(cell, amounts, { generation, part })),
        ...[...counters.values()].map(({ cell, amounts, generation }) => activity.addition(cell, amounts, { generation, part })),
      ],
    });
    [batch, cells, counters] = [[], new Map(), new Map()];
  };
  for (const countedPart of parts) {
    const { claim, event } = countedPart;
    const { generation } = claim;
    const most = batch.length + 1 + cells.size + counters.size + countedPart.cells.length + countedPart.activity.length;
    if (most > maxSteps) end();
    batch.push(countedPart);
    for (const { cell, at } of countedPart.cells) {
      const id = JSON.stringify([generation, cell]);
      const counter = cells.get(id) ?? { cell, amounts: [], generation };
      cells.set(id, counter);
      const { value, receivedAt, matchedBy } = event;
      counter.amounts.push({ count: 1, value, at, receivedAt, isByUser: matchedBy === 'external_user_id' });
    }
    for (const item of countedPart.activity) {
      const cell = cellOf(item, 'detail' in item ? item.detail : item.detailOf(nameOfItem(item)));
      const id = JSON.stringify([generation, cell]);
      const counter = counters.get(id) ?? { cell, amounts: [], generation };
      counters.set(id, counter);
      counter.amounts.push({ at: item.at, count: 1, ...(item.value !== undefined && { value: item.value }) });
    }
  }
  end();
  return transactions;
}
