import { bareNumber } from '#shared/conversions/rules/sales.ts';
import type { LogEntry } from '#shared/event-log/rules/event-log.ts';
import { eventIdOf } from '#shared/orders/rules/order-id.ts';
import type { ReconciliationDeps } from './deps.ts';
import { amountOf, similarMs } from './rules/candidates.ts';
import { type ArrivedEvent, arrivedEventOf, type Rejection } from './rules/events.ts';
import { innerPeriod, type Reconciliation, searchedDays } from './rules/reconciliations.ts';

export type Wanted = {
  ids: ReadonlySet<string>;
  amounts: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  /** Amounts and times of orders without an event of their ID. */
  missing: ReadonlySet<string>;
};
type Deps = Pick<ReconciliationDeps, 'parts' | 'conversions' | 'dayPages' | 'dayRegistry' | 'logDays' | 'maxExtra'>;

/** A call's results are stored before the next call. */
const entriesOfCall = 10_000;

export async function wantedOf(current: Reconciliation, { parts }: Pick<Deps, 'parts'>): Promise<Wanted> {
  const ids = new Set<string>();
  const amounts = new Set<string>();
  const numbers = new Set<string>();
  const missing = new Set<string>();
  for (let part = 0; part < current.parts; part++) {
    const events = await parts.events(current, part);
    for (const [at, order] of (await parts.orders(current, part)).entries()) {
      ids.add(eventIdOf(current.idTemplate, order.orderId));
      amounts.add(amountOf(order));
      if (!events[at]) missing.add(slotOf(amountOf(order), order.occurredAt));
    }
    for (const event of events)
      if (event) {
        amounts.add(amountOf({ value: event.gross, currency: event.currency }));
        if (!ids.has(eventIdOf(current.idTemplate, event.orderNumber))) numbers.add(event.orderNumber);
      }
  }
  numbers.delete('');
  return { ids, amounts, numbers, missing };
}

export async function searchLog(current: Reconciliation, wantedEntries: Wanted, deps: Deps): Promise<Partial<Reconciliation>> {
  const { accountId, environment, search } = current;
  const all = searchedDays(current, { now: Date.parse(current.createdAt), logDays: deps.logDays });
  const days = all.filter((day) => day >= search.day);
  const partsByDay = await deps.dayRegistry.partsOfDays(days, { accountId, environment });
  const candidates: ArrivedEvent[] = [];
  const rejections: Rejection[] = [];
  let { extra = 0, extraLeftOut = 0 } = search;
  const isExtra = extraOf(current);
  let readEntries = 0;
  let next: Reconciliation['search'] | null = null;
  for (const day of days) {
    const parts = partsByDay.get(day);
    // If the day has no place, an earlier call finished it.
    const isStarted = day === search.day;
    if (parts === undefined || (isStarted && !search.place)) continue;
    let place = isStarted ? search.place : undefined;
    do {
      const page = await deps.dayPages.entries({ accountId, environment, day, parts }, place);
      readEntries += page.entries.length;
      rejections.push(...page.entries.flatMap((entry) => rejectionOf(entry, wantedEntries)));
      for (const event of await candidatesOf(page.entries, current, wantedEntries, deps)) {
        const isOfOrder = isOrderNumber(event.orderNumber, current, wantedEntries);
        if (!isOfOrder && !isExtra(event) && !isLikeMissing(event, wantedEntries)) continue;
        const isLeftOut = !isOfOrder && extra === deps.maxExtra;
        if (isLeftOut) extraLeftOut++;
        else candidates.push(event);
        if (!isOfOrder && !isLeftOut) extra++;
      }
      place = page.next ?? undefined;
    } while (place && readEntries < entriesOfCall);
    next = { day, ...(place && { place }), parts: search.parts + 1, extra, extraLeftOut };
    if (readEntries >= entriesOfCall) break;
  }
  if (!next) return { stage: 'sorting', logFrom: all[0] ?? null };
  await deps.parts.writeFound(current, search.parts, { candidates, rejections });
  return { search: next };
}

function isOrderNumber(number: string, { idTemplate }: Reconciliation, { ids, numbers }: Wanted): boolean {
  const bare = bareNumber(number);
  return bare !== '' && [bare, `#${bare}`].some((form) => numbers.has(form) || ids.has(eventIdOf(idTemplate, form)));
}

const slotOf = (amount: string, at: number) => `${amount} ${Math.floor(at / similarMs)}`;

function isLikeMissing({ gross, currency, occurredAt }: ArrivedEvent, { missing }: Wanted): boolean {
  const amount = amountOf({ value: gross, currency });
  return [-similarMs, 0, similarMs].some((offset) => missing.has(slotOf(amount, occurredAt + offset)));
}

function extraOf(current: Reconciliation): (event: ArrivedEvent) => boolean {
  const [from, to] = innerPeriod(current);
  return ({ eventType, occurredAt }) => eventType === current.eventType && occurredAt >= from && occurredAt < to;
}

function rejectionOf({ outcome, eventId, error, receivedAt }: LogEntry, { ids }: Wanted): Rejection[] {
  return outcome === 'rejected' && eventId !== undefined && ids.has(eventId)
    ? [{ eventId, code: error?.code ?? 'rejected', receivedAt }]
    : [];
}

async function candidatesOf(
  entries: readonly LogEntry[],
  { accountId, environment, eventType }: Reconciliation,
  { ids, amounts }: Wanted,
  { conversions }: Deps,
): Promise<ArrivedEvent[]> {
  const isWanted = (entry: LogEntry) =>
    (entry.outcome === 'matched' || entry.outcome === 'unmatched') &&
    entry.eventId !== undefined &&
    !ids.has(entry.eventId) &&
    (entry.eventType === eventType ||
      (entry.counted && amounts.has(amountOf({ value: entry.value ?? '0', currency: entry.currency ?? '' }))));
  const wantedIds = entries.filter(isWanted).flatMap(({ eventId }) => eventId ?? []);
  return (await conversions.byEventIds(accountId, environment, wantedIds)).map(arrivedEventOf);
}
