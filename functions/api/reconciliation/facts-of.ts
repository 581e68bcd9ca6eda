import type * as z from 'zod';
import { invalid } from '#shared/values/errors.ts';
import type { OrderFile, ReconciliationFacts, ReconciliationQuery } from './reconciliation-request.ts';

/**
 * Throws 422 for a fact in the wrong place: a file's facts are in the query, and a JSON request's facts are
 * in the body.
 */
export function factsOf(
  { body, file }: OrderFile,
  query: z.output<typeof ReconciliationQuery>,
): ReconciliationFacts {
  const { environment: _, ...queryFacts } = query;
  if (file && !body) {
    const { event_type = 'order_created', time_zone = 'UTC', window_hours = 48, ...others } = queryFacts;
    return ordered({ ...others, event_type, time_zone, window_hours }, 'query');
  }
  const misplaced = Object.entries(queryFacts).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (misplaced.length > 0)
    throw invalid(
      ...misplaced.map((name) => ({
        ...{ type: 'extra_forbidden', loc: ['query', name] },
        msg: 'Send it in the body',
      })),
    );
  const { rows: __, upload_id: ___, ...facts } = body as NonNullable<OrderFile['body']>;
  return ordered(facts, 'body');
}

function ordered(facts: ReconciliationFacts, where: 'query' | 'body'): ReconciliationFacts {
  const { from, to } = facts;
  if (from !== undefined && to !== undefined && from > to)
    throw invalid({ type: 'value_error', loc: [where, 'to'], msg: '`to` is before `from`' });
  return facts;
}
