import * as z from 'zod';
import { Failure } from '../failure.ts';
import { answerOf } from './present.ts';
import { money, pick, scopeFields, scopeQuery, type Tool, tool } from './tool.ts';

const path = '/api/v1/pixel/reconciliations';
const categories = [
  ...(['excluded', 'cancelled_here_counted', 'unclear_status', 'doubled', 'rejected', 'missing'] as const),
  ...(['currency_differs', 'value_differs', 'refund_differs', 'day_differs', 'unattributed'] as const),
  ...(['ok', 'extra'] as const),
] as const;
const { pixel_key: _, ...fields } = scopeFields;

const reconciliation = tool({
  name: 'order_reconciliation',
  title: 'Which orders of the shop are missing, double or different',
  description: `The newest comparison of the shop's own orders with the events that arrived: coverage, and each order in exactly one category. With a category, also its orders. A person uploads the orders on the page Books of the console, and makes repairs there. difference is what the shop has more. ${money}`,
  input: z.object({
    reconciliation_id: z.string().max(100).optional().describe('Default: the newest one.'),
    category: z.enum(categories).optional().describe('List the orders of this category, such as missing.'),
    limit: z.int().min(1).max(100).default(20).describe('Orders of the category.'),
    ...fields,
  }),
  output: z.looseObject({
    reconciliation_id: z.string(),
    status: z.string(),
    orders: z.number(),
    coverage: z.number().nullable(),
  }),
  async run(input, reader) {
    const { category, limit } = input;
    const query = scopeQuery({ ...input, pixel_key: undefined });
    const id = input.reconciliation_id ?? (await newest(reader, query));
    const of = `${path}/${encodeURIComponent(id)}`;
    const { body } = await reader.get(of, query);
    const isListed = category !== undefined && body.status === 'completed';
    const list = isListed ? (await reader.get(`${of}/rows`, { ...query, category, limit: String(limit) })).body : null;
    return answerOf(
      [
        `A comparison of orders with events, from ${body.from} to ${body.to}, days in ${body.time_zone}; ${body.environment} data, as of ${body.completed_at ?? 'now'}. coverage is a share from 0 to 1. ${money}`,
        ...(body.status === 'completed' ? [] : [`It is ${body.status}: its figures are not complete.`]),
        ...(list && Number(list.total) > limit ? [`${list.total} orders are in the category.`] : []),
      ],
      {
        ...pick(body, ['reconciliation_id', 'status', 'environment', 'from', 'to', 'time_zone', 'orders']),
        ...pick(body, ['excluded', 'arrived', 'coverage', 'values', 'categories', 'by_category', 'findings']),
        ...pick(body, ['id_column', 'ids_do_not_match', 'similar_orders', 'skipped', 'warnings']),
        ...pick(body, ['repairs', 'created_at', 'completed_at']),
        ...(list && { category, rows: list.rows, total: list.total }),
      },
    );
  },
});

async function newest(reader: Parameters<typeof reconciliation.run>[1], query: ReturnType<typeof scopeQuery>): Promise<string> {
  const { body } = await reader.get(path, { ...query, limit: '1' });
  const [reconciliation] = body.reconciliations as { reconciliation_id: string }[];
  if (!reconciliation)
    throw new Failure('No orders were reconciled in the last 90 days. The page Books of the console does it.', {
      code: 'not_found',
    });
  return reconciliation.reconciliation_id;
}

const months = tool({
  name: 'book_months',
  title: 'Which months of the books are closed, and what changed since',
  description: `The months whose orders were compared, newest first: open, closed or reopened. comparison.differences is the number of orders whose amounts differ; changed_since has the amounts that changed after a month was closed. A person closes months on the page Books of the console. ${money}`,
  input: z.object({ limit: z.int().min(1).max(100).default(12), ...fields }),
  output: z.looseObject({ months: z.array(z.looseObject({ month: z.string(), state: z.string() })) }),
  async run(input, reader) {
    const query = { ...scopeQuery({ ...input, pixel_key: undefined }), limit: String(input.limit) };
    const { body } = await reader.get(`${path}/months`, query);
    return answerOf([`Months in the time zone of their comparison. ${money}`], { months: body.months });
  },
});

export const bookTools: readonly Tool[] = [reconciliation, months];
