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
    'Ratios divide the same ads and days, as spend_coverage says; reason says why a row has no return: with spend_level, group by campaign to ' +
    'judge it; with no_clicks_joined, the spend found no clicks, so its ad may have another name. Never call such an ad a loss. ' +
    'advice says what the figures carry, compared with target_return of the settings (1 if null): stop, watch, grow or too_few, and its rule. ' +
    `Clicks of bots and unpaid channels are left out; left_out says how many. With a read-only key, it needs one that was created with scope performance. ${money}`,
  input: z.object({
    group_by: z.array(z.enum(groupings)).min(1).max(8).default(['campaign', 'ad_group', 'ad_id']).describe('What a row is about.'),
    only_losing: z.boolean().default(false).describe('Only rows whose return is known and below 1: the ads that lose money.'),
    conversion: z
      .string()
      .optional()
      .describe('The event type that conversions and value are about. Default: the primary one of the account.'),
    currency: z.string().optional().describe('Convert every amount into this currency, such as USD, by the rates of the account.'),
    compare: z.enum(['none', 'previous_period', 'previous_year']).default('none').describe('Adds the same figures of the period before.'),
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
      group_by: input.group_by.join(','),
      sort: '-spend',
      limit: String(rowLimit),
    });
    const all = (body.rows as Row[]).filter((row) => !only_losing || isLosing(row));
    const rows = all.slice(0, limit);
    const isMore = all.length > rows.length || body.next_cursor !== null;
    const leftOut = body.left_out as { traffic: Record<string, LeftOut>; unpaid: LeftOut };
    const others = Object.entries(leftOut.traffic).map(([kind, { clicks }]) => `${numbered(clicks, 'click')} of ${kind} traffic`);
    return answerOf(
      [
        `What ads cost and earned. ${body.from} to ${body.to}, both included, days in ${body.time_zone}, by the day of the click; ${body.environment} data. Conversions are those of ${body.conversion}. ${money}`,
        `Left out: ${[...others, `${numbered(leftOut.unpaid.clicks, 'click')} and ${numbered(leftOut.unpaid.conversions, 'conversion')} of unpaid channels`].join(', ')}.`,
        ...(rows.some(({ spend }) => spend === null) ? ['Spend that is null is unknown: no import covers it.'] : []),
        ...coverageLines(body.totals as Total[]),
        ...(only_losing ? ['Rows are those that lose money: a return below 1.'] : []),
        ...(rows.length === 0 ? ['There are no such rows in this period.'] : []),
        ...(isMore ? ['There are more rows than are shown.'] : []),
      ],
      {
        ...pick(body, ['from', 'to', 'time_zone', 'environment', 'conversion', 'currency', 'as_of', 'previous_period']),
        group_by: input.group_by,
        rows,
        more_rows: isMore,
        ...pick(body, ['totals', 'totals_with_spend', 'left_out', 'spend_time_zones', 'target_return']),
      },
    );
  },
});

type Total = Row & {
  return_at_least?: string | null;
  spend_coverage?: { days_known: number; days: number; value: string; unjoined_spend: string };
};

/** A return of a part of the value says of which part it is. */
const coverageLines = (totals: readonly Total[]): string[] =>
  totals.flatMap(({ currency, value, return_on_ad_spend, return_at_least, spend_coverage }) => {
    if (!spend_coverage || currency === null || return_on_ad_spend === null) return [];
    const { days_known, days, value: used, unjoined_spend } = spend_coverage;
    const isUnjoined = Number(unjoined_spend) > 0;
    if (used === value && !isUnjoined) return [];
    return [
      `The return of the totals is of ${used} of ${value} ${currency}, with spend known on ${days_known} of ${days} days.` +
        (isUnjoined ? ` ${unjoined_spend} ${currency} of spend found no clicks: the return is at least ${return_at_least}.` : ''),
    ];
  });

/** A row without a return is not losing, because its spend or its orders are unknown. */
const isLosing = ({ return_on_ad_spend }: Row) => return_on_ad_spend !== null && Number(return_on_ad_spend) < 1;

export const performanceTools: readonly Tool[] = [performance];
