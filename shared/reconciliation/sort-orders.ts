import type { Effect } from '#shared/messages/effects.ts';
import type { Order } from '#shared/orders/rules/order.ts';
import { eventIdOf } from '#shared/orders/rules/order-id.ts';
import { randomText } from '#shared/values/ids.ts';
import { coverageLowEffects } from './coverage-low.ts';
import type { ReconciliationDeps } from './deps.ts';
import { attributableOf } from './estimate.ts';
import { standingsBy } from './rules/account-rules.ts';
import { matcher } from './rules/candidates.ts';
import { type Category, categories, type Placed, placed, placedExtra } from './rules/categories.ts';
import { daysIn } from './rules/days-in.ts';
import type { ArrivedEvent, Rejection } from './rules/events.ts';
import { addPlaced, noFigures } from './rules/figures.ts';
import { isNamed, isSendable, packedRow, rowsOfPart } from './rules/packed-rows.ts';
import { innerPeriod, noCounts, type Reconciliation } from './rules/reconciliations.ts';

type Deps = Pick<ReconciliationDeps, 'parts' | 'now' | 'clicks' | 'identities' | 'accountSettings'>;

export async function sortOrders(current: Reconciliation, deps: Deps): Promise<{ changes: Partial<Reconciliation>; effects: Effect[] }> {
  const { candidates, rejections } = await foundOf(current, deps);
  const { matchOf, extra } = matcher(candidates, rejections, current.eventType);
  const figures = noFigures();
  const dayOf = daysIn(current.timeZone);
  const { format, valueForm = null, rules } = current;
  const facts = { ...current, format, valueForm, dayOf, standingOf: standingsBy(rules, format) };
  const attempt = randomText(8);
  const writer = rowWriter(current, attempt, deps);
  const add = async (row: Placed) => {
    addPlaced(figures, row, dayOf);
    await writer.add(row);
  };
  for (let part = 0; part < current.parts; part++) {
    const orders = await deps.parts.orders(current, part);
    const events = await deps.parts.events(current, part);
    for (const [at, order] of orders.entries()) {
      const match = matchOf(order, eventIdOf(current.idTemplate, order.orderId), events[at] ?? null);
      await add(placed(order, match, facts));
    }
  }
  for (const event of extra(innerPeriod(current))) await add(placedExtra(event));
  const { counts, attributable, named: namedCount, similar } = await writer.end();
  await deps.parts.writeFigures(current, attempt, figures);
  const changes: Partial<Reconciliation> = {
    status: 'completed',
    stage: 'done',
    attempt,
    counts,
    attributable,
    named: namedCount,
    similar,
    total: figures.total,
    completedAt: new Date(deps.now()).toISOString(),
  };
  return { changes, effects: coverageLowEffects({ ...current, ...changes }) };
}

async function foundOf(current: Reconciliation, { parts }: Pick<Deps, 'parts'>) {
  const candidates = new Map<string, ArrivedEvent>();
  const rejections = new Map<string, Rejection>();
  for (let part = 0; part < current.search.parts; part++) {
    const partEvents = await parts.found(current, part);
    for (const event of partEvents.candidates) candidates.set(event.eventId, event);
    for (const rejection of partEvents.rejections)
      if (rejection.receivedAt >= (rejections.get(rejection.eventId)?.receivedAt ?? '')) rejections.set(rejection.eventId, rejection);
  }
  const sorted = [...candidates.values()].sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
  return { candidates: sorted, rejections };
}

/** Until its part is full, a row is held as a text, which takes little memory. */
function rowWriter(current: Reconciliation, attempt: string, deps: Deps) {
  const buffers = Object.fromEntries(categories.map((category) => [category, { rows: [], orders: [] }])) as unknown as Record<
    Category,
    { rows: string[]; orders: Order[] }
  >;
  const counts = { ...noCounts };
  let [attributable, namedCount, similar] = [0, 0, 0];
  async function write(category: Category): Promise<void> {
    const { rows, orders } = buffers[category];
    if (rows.length === 0) return;
    buffers[category] = { rows: [], orders: [] };
    await deps.parts.writeRowTexts(current, attempt, category, Math.ceil(counts[category] / rowsOfPart) - 1, rows);
    namedCount += orders.length;
    attributable += (await attributableOf(orders, current, deps)).size;
  }
  return {
    async add(row: Placed): Promise<void> {
      const { category, order } = row;
      const { rows, orders } = buffers[category];
      counts[category]++;
      if (row.similarId !== null) similar++;
      if (order && isSendable(category) && isNamed(order)) orders.push(order);
      if (rows.push(JSON.stringify(packedRow(row))) === rowsOfPart) await write(category);
    },
    async end() {
      for (const category of categories) await write(category);
      return { counts, attributable, named: namedCount, similar };
    },
  };
}
