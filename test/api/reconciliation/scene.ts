import { sendFile as sendFileTo } from '#test/api/spend/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import type { newAdvertiser, TestApp } from '#test/kit/harness.ts';

type Body = Parameters<TestApp['reconciliation']['createReconciliation']>[0]['body'];
export type OrderRow = NonNullable<Body['rows']>[number];
type Owner = Pick<Awaited<ReturnType<typeof newAdvertiser>>, 'headers' | 'key'>;
type Environment = { environment?: 'live' | 'test' };

/** The clock of a new world is at noon of the next day. */
export const at = '2026-11-20T10:00:00Z';

export const orderRow = (id: number | string, value: string | number = '20.00', more: Partial<OrderRow> = {}) => ({
  order_id: `${id}`,
  occurred_at: at,
  value,
  currency: 'USD',
  status: 'paid',
  ...more,
});

export const sentOrder = (id: number | string, value: string | number = '20.00', more: object = {}) => ({
  event_type: 'order_created',
  event_id: `order_created:${id}`,
  value,
  currency: 'USD',
  occurred_at: at,
  ...more,
});

export async function sendAll(app: TestApp, owner: Owner, events: readonly object[]) {
  for (let from = 0; from < events.length; from += 1000)
    bodyOf(
      (await app.conversions.sendConversion({
        body: { events: events.slice(from, from + 1000) as Record<string, unknown>[] },
        headers: owner.key,
      })) as { status: number; body: unknown },
    );
  await app.settle();
}

export const create = (
  app: TestApp,
  { headers }: Pick<Owner, 'headers'>,
  rows: OrderRow[] | undefined,
  { environment, ...more }: Partial<Body> & Environment = {},
) =>
  app.reconciliation.createReconciliation({
    body: { ...more, ...(rows && { rows }) },
    query: environment ? { environment } : {},
    headers,
  });

export const read = async (app: TestApp, { headers }: Pick<Owner, 'headers'>, id: string, query: Environment = {}) =>
  bodyOf(await app.reconciliation.readReconciliation({ params: { id }, query, headers }));

export async function reconciled(app: TestApp, owner: Pick<Owner, 'headers'>, rows: OrderRow[], more: Parameters<typeof create>[3] = {}) {
  const { reconciliation_id: id } = bodyOf(await create(app, owner, rows, more));
  await app.work('reconciliation');
  return read(app, owner, id, more.environment ? { environment: more.environment } : {});
}

export async function orderIds(
  app: TestApp,
  { headers }: Pick<Owner, 'headers'>,
  id: string,
  category: 'missing' | 'doubled' | 'value_differs' | 'currency_differs' | 'rejected' | 'ok' | 'extra',
) {
  const query = { category, limit: 1000 };
  const { rows } = bodyOf(await app.reconciliation.listReconciliationRows({ params: { id }, query, headers }));
  return rows.map(({ order_id, event_id }) => order_id ?? event_id);
}

export const previewed = (
  app: TestApp,
  { headers }: Pick<Owner, 'headers'>,
  id: string,
  repair: 'send_missing' | 'adjust_values' | 'void_doubles',
) => app.reconciliation.previewRepair({ params: { id }, query: {}, body: { repair }, headers });

export const sendFile = (
  app: TestApp,
  headers: Record<string, string>,
  file: string | Uint8Array<ArrayBuffer>,
  query?: Record<string, string>,
  type?: string,
) => sendFileTo(app, headers, file, query, type, 'pixel/reconciliations');
