import type * as z from 'zod';
import { invalid, type Problem } from '#shared/values/errors.ts';
import type { OrderFile, ReconciliationFacts, ReconciliationQuery } from './reconciliation-request.ts';

type Sent = OrderFile & { query: z.output<typeof ReconciliationQuery> };
type Days = Pick<ReconciliationFacts, 'from' | 'to'>;

/** Only a file has its facts in the query. */
export function assertInBody({ file, query: { environment: _, ...queryFacts } }: Sent): void {
  const misplaced = Object.entries(queryFacts).flatMap(([name, value]) => (file || value === undefined ? [] : [name]));
  if (misplaced.length > 0)
    throw invalid(
      ...misplaced.map((name) => ({
        type: 'extra_forbidden',
        loc: ['query', name],
        msg: 'Send it in the body',
      })),
    );
}

export function factsOf({ body, file, query }: Sent): ReconciliationFacts {
  const { environment: _, ...queryFacts } = query;
  if (file && !body) {
    const { event_type = 'order_created', time_zone = 'UTC', window_hours = 48, ...others } = queryFacts;
    return { ...others, event_type, time_zone, window_hours };
  }
  const { rows: __, upload_id: ___, ...facts } = body as NonNullable<OrderFile['body']>;
  return facts;
}

export const orderProblems = ({ from, to }: Days, where: 'query' | 'body'): Problem[] =>
  from !== undefined && to !== undefined && from > to ? [{ type: 'value_error', loc: [where, 'to'], msg: '`to` is before `from`' }] : [];
