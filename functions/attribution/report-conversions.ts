import * as z from 'zod';
import { money } from '#shared/domain/decimal.ts';
import { type Dimension, dimensions, rowsOf, timeBases } from '#shared/domain/totals.ts';
import { endpoint, ok } from '#shared/http/endpoint.ts';
import { invalid } from '#shared/http/errors.ts';

const maxDays = 366;
const dayMs = 86_400_000;
const firstDay = Date.parse('0001-01-01');

const GroupBy = z
  .string()
  .transform((text, context) => {
    const names = [...new Set(text.split(',').map((name) => name.trim()))].filter(
      (name) => name !== 'currency',
    );
    if (names.every((name): name is Dimension => (dimensions as readonly string[]).includes(name)))
      return names;
    context.addIssue({
      code: 'custom',
      message: `Any of ${dimensions.join(', ')}, separated by commas`,
      params: { type: 'enum' },
    });
    return z.NEVER;
  })
  .meta({
    description: `Any of ${dimensions.join(', ')}, separated by commas; all of them when left out. Currencies are never added up.`,
  });

export const reportConversions = endpoint({
  id: 'reportConversions',
  method: 'GET',
  path: '/api/v1/pixel/reports/conversions',
  auth: 'user',
  cors: 'front_ends',
  summary: 'Report conversion totals',
  description:
    'Read from totals that are kept as events arrive (a second or so behind), so the answer takes as long for a million events as for ten.',
  query: z.object({
    from: z.iso.date().optional().meta({ description: 'First day, UTC. 30 days before `to` when left out.' }),
    to: z.iso.date().optional().meta({ description: 'Last day, UTC, included. Today when left out.' }),
    group_by: GroupBy.optional(),
    time_basis: z
      .enum(timeBases)
      .default('occurred')
      .meta({ description: 'Which of the times puts an event on its day.' }),
  }),
  responses: {
    200: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        group_by: z.array(z.enum(dimensions)),
        time_basis: z.enum(timeBases),
        as_of: z.iso
          .datetime()
          .meta({ description: 'Arrival of the newest event in these totals; now, when there is none.' }),
        rows: z.array(
          z.object({
            day: z.iso.date().optional(),
            campaign: z.string().optional(),
            ad_group: z.string().optional(),
            ad_id: z.string().optional(),
            event_type: z.string().optional(),
            currency: z.string(),
            count: z.int(),
            value: z.string().meta({ description: 'Exact decimal.' }),
          }),
        ),
      })
      .meta({ id: 'ConversionsReport' }),
  },
  example: {
    query: { from: '2026-11-01', to: '2026-11-30', group_by: 'campaign,event_type' },
    responses: {
      200: {
        from: '2026-11-01',
        to: '2026-11-30',
        group_by: ['campaign', 'event_type'],
        time_basis: 'occurred',
        as_of: '2026-11-21T09:30:02.120Z',
        rows: [
          { campaign: 'spring_sale', event_type: 'order_created', currency: 'USD', count: 1, value: '25.99' },
        ],
      },
    },
  },

  async handle({ query, actor }, { totals, now }) {
    const to = query.to ?? isoDay(now());
    const from = query.from ?? isoDay(Math.max(Date.parse(to) - 30 * dayMs, firstDay));
    const problem = (msg: string) => invalid({ type: 'value_error', loc: ['query', 'to'], msg });
    if (to < from) throw problem('`to` lies before `from`');
    if (Date.parse(to) - Date.parse(from) >= maxDays * dayMs)
      throw problem(`At most ${maxDays} days at a time`);

    const cells = await Array.fromAsync(totals.between(actor.userId, query.time_basis, from, to));
    const groupBy = query.group_by ?? [...dimensions];
    const newest = cells
      .map((cell) => cell.newest)
      .sort()
      .at(-1);
    return ok({
      from,
      to,
      group_by: groupBy,
      time_basis: query.time_basis,
      as_of: newest ?? new Date(now()).toISOString(),
      rows: rowsOf(cells, groupBy).map((row) => ({ ...row, value: money(row.value) })),
    });
  },
});

const isoDay = (epoch: number) => new Date(epoch).toISOString().slice(0, 10);
