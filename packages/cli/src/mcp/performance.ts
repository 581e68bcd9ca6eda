import * as z from 'zod';
import { numbered } from '../numbered.ts';
import { answerOf } from './present.ts';
import { money, periodAnswer, periodFields, periodQuery, pick, type Tool, tool } from './tool.ts';

const groupings = ['day', 'week', 'month', 'pixel_key', 'channel', 'campaign', 'ad_group', 'ad_id'] as const;
const path = '/api/v1/pixel/reports/performance';
const Row = z.looseObject({
  currency: z.string().nullable(),
  clicks: z.number(),
  spend: z.string().nullable(),
});
type Row = z.infer<typeof Row> & { value: string; return_on_ad_spend: string | null };
type LeftOut = { clicks: number; conversions: number; rows: number };

export const performance = tool({
  name: 'ad_performance',
  title: 'What each ad cost and earned',
  description:
    'Clicks, conversions, value, spend, cost per conversion and return on ad spend of each ad, such as "which ads lose money". ' +
    'An ad loses money if its return_on_ad_spend is below 1. Spend that is null is unknown, not 0: say so. ' +
    'A row whose ad is null is spend of a whole campaign: its orders are in other rows, so group by campaign to judge it. ' +
    `Clicks of bots and unpaid channels are left out; left_out says how many. With a read-only key, it needs one that was created with scope performance. ${money}`,
  input: z.object({
    group_by: z
      .array(z.enum(groupings))
      .min(1)
      .max(8)
      .default(['campaign', 'ad_group', 'ad_id'])
      .describe('What a row is about.'),
    only_losing: z
      .boolean()
      .default(false)
      .describe('Only rows whose spend is known and larger than their value: the ads that lose money.'),
    conversion: z
      .string()
      .optional()
      .describe(
        'The event type that conversions and value are about. Default: the primary one of the account.',
      ),
    currency: z
      .string()
      .optional()
      .describe('Convert every amount into this currency, such as USD, by the rates of the account.'),
    compare: z
      .enum(['none', 'previous_period', 'previous_year'])
      .default('none')
      .describe('Adds the same figures of the period before.'),
    limit: z.int().min(1).max(500).default(100).describe('Rows, those with most spend first.'),
    ...periodFields,
  }),
  output: z.looseObject({
    ...periodAnswer,
    as_of: z.string(),
    rows: z.array(Row),
    more_rows: z.boolean(),
    totals: z.array(Row),
    totals_with_spend: z.array(Row),
    left_out: z.looseObject({}),
  }),
  async run(input, reader) {
    const { conversion, currency, compare, only_losing, limit } = input;
    const query = { ...periodQuery(input, reader), conversion, currency, compare };
    const rowLimit = only_losing ? 10_000 : limit;
    const { body } = await reader.get(path, {
      ...query,
      ...{ group_by: input.group_by.join(','), sort: '-spend', limit: String(rowLimit) },
    });
    const all = (body.rows as Row[]).filter((row) => !only_losing || isLosing(row));
    const rows = all.slice(0, limit);
    const isMore = all.length > rows.length || body.next_cursor !== null;
    const leftOut = body.left_out as { traffic: Record<string, LeftOut>; unpaid: LeftOut };
    const others = Object.entries(leftOut.traffic).map(
      ([kind, { clicks }]) => `${numbered(clicks, 'click')} of ${kind} traffic`,
    );
    return answerOf(
      [
        `What ads cost and earned. ${body.from} to ${body.to}, both included, days in ${body.time_zone}, by the day of the click; ${body.environment} data. Conversions are those of ${body.conversion}. ${money}`,
        `Left out: ${[...others, `${numbered(leftOut.unpaid.clicks, 'click')} and ${numbered(leftOut.unpaid.conversions, 'conversion')} of unpaid channels`].join(', ')}.`,
        ...(rows.some(({ spend }) => spend === null)
          ? ['Spend that is null is unknown: no import covers it.']
          : []),
        ...(only_losing ? ['Rows are those that lose money: spend above value.'] : []),
        ...(rows.length === 0 ? ['There are no such rows in this period.'] : []),
        ...(isMore ? ['There are more rows than are shown.'] : []),
      ],
      {
        ...pick(body, [
          'from',
          'to',
          'time_zone',
          'environment',
          'conversion',
          'currency',
          'as_of',
          'previous_period',
        ]),
        ...{ group_by: input.group_by, rows, more_rows: isMore },
        ...pick(body, ['totals', 'totals_with_spend', 'left_out', 'spend_time_zones']),
      },
    );
  },
});

/**
 * A row with unknown figures is not losing, nor is spend of a whole campaign, whose orders are in the rows of
 * its ads.
 */
const isLosing = (row: Row) =>
  row.spend !== null &&
  row.return_on_ad_spend !== null &&
  row.ad_group !== null &&
  row.ad_id !== null &&
  Number(row.value) < Number(row.spend);

export const performanceTools: readonly Tool[] = [performance];
