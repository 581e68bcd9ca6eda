import { type IdCandidate, idCandidatesIn } from '#shared/orders/rules/id-candidates.ts';
import type { IdColumn } from '#shared/orders/rules/order-file.ts';
import { eventIdOf } from '#shared/orders/rules/order-id.ts';
import type { OrderField } from '#shared/orders/rules/sent-order.ts';
import type { ReconciliationDeps } from './deps.ts';
import type { IdColumnFacts, Reconciliation } from './rules/reconciliations.ts';

export type ChosenIdColumn = { column: IdColumn; facts: IdColumnFacts };
type Of = Pick<Reconciliation, 'accountId' | 'environment' | 'idTemplate'>;

const nameOf = ({ heading, withoutSign }: IdCandidate) => (withoutSign ? `${heading} without #` : heading);

/** Takes the column under whose IDs most events arrived; among equal columns the usual column of the shop. */
export async function chooseIdColumn(
  bytes: Uint8Array,
  columns: Partial<Record<OrderField, string>>,
  { accountId, environment, idTemplate }: Of,
  { conversions }: Pick<ReconciliationDeps, 'conversions'>,
): Promise<ChosenIdColumn | null> {
  if (columns.order_id !== undefined) return null;
  const candidates = idCandidatesIn(bytes, columns);
  if (candidates.length < 2) return null;
  const eventIds = candidates.map(({ ids, isRounded }) => (isRounded ? [] : ids.map((id) => eventIdOf(idTemplate, id))));
  const events = await conversions.byEventIds(accountId, environment, [...new Set(eventIds.flat())]);
  const arrivedIds = new Set(events.map(({ eventId }) => eventId));
  const matches = eventIds.map((ids) => ids.filter((id) => arrivedIds.has(id)).length);
  const usable = candidates.flatMap(({ isRounded }, at) => (isRounded ? [] : at));
  const most = Math.max(...usable.map((at) => matches[at] ?? 0));
  const at = usable.find((place) => matches[place] === most) ?? 0;
  const [chosen, matched = 0] = [candidates[at], matches[at]];
  if (!chosen) return null;
  return {
    column: { place: chosen.place, withoutSign: chosen.withoutSign },
    facts: {
      heading: nameOf(chosen),
      tried: chosen.ids.length,
      matched,
      candidates: candidates.map((candidate, place) => ({
        heading: nameOf(candidate),
        matched: matches[place] ?? 0,
      })),
    },
  };
}
