import * as z from 'zod';
import { CurrencyCode } from '#functions/api/currency-code.ts';
import { scopeAnswer } from '#functions/api/read-scope.ts';
import { lagBounds } from '#shared/cells/rules/lag.ts';
import { adviceRules, adviceWords } from '#shared/performance/rules/advice.ts';
import { changedFigures } from '#shared/performance/rules/changes.ts';
import { groupings } from '#shared/performance/rules/dimensions.ts';
import { warnings } from '#shared/performance/rules/figures.ts';
import { joinDays } from '#shared/performance/rules/limits.ts';
import { comparisons } from '#shared/performance/rules/periods.ts';
import { reasons } from '#shared/performance/rules/used.ts';
import { adjustedDays } from './performance-query.ts';

const Amount = z.string().meta({ description: 'Exact decimal.' });
const ratio = (formula: string, nullIf: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${formula}, rounded once. \`null\` ${nullIf}.` });
const unlessMixed = 'or in a group of several currencies';

export const PerformanceFigures = z
  .object({
    impressions: z.int().nullable().meta({ description: 'Impressions that the networks report; `null` if unknown.' }),
    platform_clicks: z.int().nullable().meta({ description: 'Clicks that the networks report; `null` if unknown.' }),
    clicks: z.int().meta({ description: 'Clicks that reached your pages.' }),
    conversions: z.int().meta({ description: 'Conversions of the type `conversion`.' }),
    conversion_rate: ratio('Conversions ÷ clicks, with 6 decimals', `without clicks, with \`time_basis=occurred\`, ${unlessMixed}`),
    value: Amount.meta({ description: 'Value of these conversions, as an exact decimal.' }),
    average_value: ratio('Value ÷ conversions', `without conversions, ${unlessMixed}`),
    spend: Amount.nullable().meta({
      description:
        'What the ad cost, as an exact decimal: the sum of its known days. `null` if no imported row covers it, which is unknown and not 0.',
    }),
    cost_per_click: ratio('Spend ÷ clicks of `spend_coverage`', 'without clicks, or for a `reason`'),
    cost_per_conversion: ratio('Spend ÷ conversions of `spend_coverage`', 'without conversions, or for a `reason`'),
    return_on_ad_spend: ratio('Value ÷ spend of the ads and days whose spend is known, with 4 decimals', 'for the `reason`'),
    net_value: Amount.meta({
      description:
        'What adjustments such as refunds leave of `value`, as an exact decimal. It can be negative with `adjusted_on=adjustment`.',
    }),
    net_return: ratio(
      'Net value ÷ spend of the same ads and days, with 4 decimals. It has the net of these orders, whatever `adjusted_on` says',
      'for the `reason`',
    ),
    adjusted: z.int().meta({ description: 'Conversions with an adjustment.' }),
    voided: z.int().meta({ description: 'Adjusted conversions of which no value is left.' }),
    matched_by: z
      .object({
        svc_click_id: z.int().meta({ description: 'Conversions that named their click.' }),
        external_user_id: z.int().meta({ description: 'Conversions whose click was found by their user alone.' }),
      })
      .meta({ description: 'The conversions by what led to their click.' }),
    by_type: z
      .record(
        z.string(),
        z.object({
          count: z.int().meta({ description: 'Number of these events.' }),
          value: Amount,
        }),
      )
      .meta({ description: 'Counted events of every other type.' }),
    maturing: z.boolean().meta({
      description: '`true` while its newest clicks can still earn conversions: see `final_on`.',
    }),
    final_on: z.iso.date().nullable().meta({
      description:
        'The first day after the click window of the pixel. Later, only conversions that are delivered late (by up to 7 days) or found by their user can come. `null` without clicks, or with `time_basis=occurred`.',
    }),
    warnings: z.array(z.enum(warnings)).meta({
      description:
        '`mixed_currencies`: the group has amounts in several currencies, and `currency` converts them. `spend_time_zone`: days of the spend are those of another time zone than the report’s. `spend_partial`: the ratios leave out some of the value, conversions or clicks, as `spend_coverage` says.',
    }),
    reason: z
      .enum(reasons)
      .nullable()
      .meta({
        description: `Why there is no return; \`null\` if there is one. \`no_clicks_joined\`: its spend found no human clicks from ${joinDays} days before to ${joinDays} days after. \`spend_level\`: its campaign is priced at another level on a day of the row, so group by \`campaign\`. \`spend_on_other_channel\`: the spend of its ads is in the row of another channel. \`spend_without_pixel\`: the spend is of no pixel, and rows are of pixels. \`mixed_currencies\`: its ads have spend and orders in several currencies. \`spend_unknown\`: no row of spend covers its clicks. \`spend_zero\`: the spend is 0.`,
      }),
    spend_coverage: z
      .object({
        days_known: z.int().meta({ description: 'Days of `days` with known spend that found clicks.' }),
        days: z.int().meta({ description: 'Days with clicks or spend.' }),
        spend: Amount.meta({ description: 'The spend that the ratios use, as an exact decimal.' }),
        value: Amount.meta({ description: 'The value that the return uses, as an exact decimal.' }),
        conversions: z.int().meta({ description: 'The conversions that the cost uses.' }),
        clicks: z.int().meta({ description: 'The clicks that the cost uses.' }),
        unjoined_spend: Amount.meta({
          description: 'Spend that found no clicks and is in no ratio, as an exact decimal.',
        }),
      })
      .meta({
        id: 'SpendCoverage',
        description:
          'What the ratios divide: the spend, value, conversions and clicks of the same ads and days. An ad with clicks on a day without a row of spend is unknown there. Spend counts with the clicks of its ad on every channel that is shown.',
      }),
    joined_share: z.string().nullable().optional().meta({
      description: 'In totals: the share of the spend that found clicks, with 4 decimals. `null` without spend.',
    }),
    return_at_least: z.string().nullable().optional().meta({
      description:
        'In totals: the same value ÷ (its spend + `unjoined_spend`), with 4 decimals. The return is at least this if the unjoined spend earned nothing.',
    }),
  })
  .meta({ id: 'PerformanceFigures' });

const AgeBound = z
  .enum([...lagBounds.map((bound) => `${bound}` as const), 'more'])
  .nullable()
  .optional()
  .meta({
    description:
      'With `compare_age=same`: conversions count that came within so many whole days of their click, on the youngest day of the row. `null`: that day is too young for any.',
  });
const Advice = z
  .object({
    word: z.enum(adviceWords).meta({
      description: '`stop`, `watch`, `grow`, or `too_few` if the figures are too few for any of them.',
    }),
    rule: z.enum(adviceRules).meta({
      description:
        'Why. With `target` = `target_return`, or 1 without one, and the 90 % Poisson bounds of the conversions of `spend_coverage` (Byar’s approximation), each worth the average of its row: `return_below_target`: the return stays below the target even at the upper bound. `return_above_target`: it reaches the target even at the lower bound. `return_near_target`: the target is between them, with at least 10 conversions; `few_conversions`: with fewer. `spent_without_conversion`: it had none, and 3 of the average value of all ads would not reach the target. `spend_partial`: its spend is known for less than 90 % of its clicks or value.',
    }),
  })
  .meta({ id: 'PerformanceAdvice' });
const ratioOfBefore = z.string().nullable().meta({ description: 'Exact decimal.' });
const Change = z
  .object(
    Object.fromEntries(changedFigures.map((figure) => [figure, ratioOfBefore])) as Record<
      (typeof changedFigures)[number],
      typeof ratioOfBefore
    >,
  )
  .meta({
    id: 'PerformanceChange',
    description:
      'Each figure ÷ that of `previous`, minus 1, with 4 decimals: `0.2500` is 25 % more. `null` if there is nothing to divide by, or if the period before has clicks or spend on less than half as many days. A ratio of spend is also `null` if either side covers less than 90 % of its value or clicks.',
  });
const dimension = (description: string) => z.string().nullable().optional().meta({ description });

export const PerformanceRow = z
  .object({
    day: z.iso.date().optional().meta({ description: 'The day.' }),
    week: z.iso.date().optional().meta({ description: 'The Monday of the week.' }),
    month: z.iso.date().optional().meta({ description: 'The first day of the month.' }),
    pixel_key: dimension('The public key.'),
    channel: dimension('The channel, such as `paid_search`.'),
    campaign: dimension('The campaign, as clicks name it. `null`: spend of an ad account.'),
    ad_group: dimension('The ad group; `null`: spend of a campaign.'),
    ad_id: dimension('The ad; `null`: spend of an ad group or campaign.'),
    currency: z.string().nullable().meta({
      description: 'Currency of the amounts; `null` if there are none. Each currency of a group is a row.',
    }),
    ...PerformanceFigures.shape,
    previous: PerformanceFigures.optional().meta({
      description: 'The same of the period before, with `compare`.',
    }),
    age_bound: AgeBound,
    change: Change.optional().meta({
      description: 'By how much the figures changed since the period before, with `compare`.',
    }),
    campaign_name: dimension('Name of the campaign at its network, if `campaign` is its ID.'),
    ad_group_name: dimension('Name of the ad group at its network, if `ad_group` is its ID.'),
    ad_name: dimension('Name of the ad at its network, if `ad_id` is its ID.'),
    advice: Advice.nullable().optional().meta({
      description: 'What the return of the row means. `null` without a return. Totals and days have none.',
    }),
    net_advice: Advice.nullable().optional().meta({ description: 'The same of `net_return`.' }),
  })
  .meta({ id: 'PerformanceRow' });

const Values = z.array(z.object({ currency: z.string(), value: Amount })).meta({ description: 'Value of these conversions by currency.' });
const Spends = z.array(z.object({ currency: z.string(), spend: Amount })).meta({ description: 'Spend by currency.' });
const spendFields = {
  rows: z.int().meta({ description: 'Rows of spend, one for each day and ad.' }),
  spend: Spends,
};
const LeftOut = z
  .object({
    clicks: z.int().meta({ description: 'Clicks that are not in the rows.' }),
    conversions: z.int().meta({ description: 'Conversions that are not in the rows.' }),
    values: Values,
    ...spendFields,
  })
  .meta({ id: 'PerformanceLeftOut' });

export const PerformanceReport = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    ...scopeAnswer,
    group_by: z.array(z.enum(groupings)).meta({ description: 'Dimensions the rows are grouped by.' }),
    conversion: z.string().meta({ description: 'The event type that conversions are of.' }),
    time_basis: z.enum(['click', 'occurred']).meta({
      description: 'Which time assigns an event to a day: when it occurred, was received, or was clicked.',
    }),
    adjusted_on: z.enum(adjustedDays).meta({ description: 'The day on which an adjustment changes `net_value`.' }),
    model: z.enum(['last_click']).meta({ description: 'The attribution model.' }),
    traffic: z.enum(['human', 'all']).meta({ description: 'The traffic that is shown.' }),
    paid: z.enum(['true', 'false', 'all']).meta({ description: 'The channels that are shown.' }),
    currency: CurrencyCode.nullable().meta({
      description: 'The currency that every amount is converted into, or `null`.',
    }),
    compare: z.enum(comparisons).meta({ description: 'What the period is compared with.' }),
    previous_period: z
      .object({ from: z.iso.date(), to: z.iso.date() })
      .nullable()
      .meta({ description: 'The days that `previous` is about.' }),
    as_of: z.iso.datetime().meta({ description: 'When the report was made. Counts are about a second behind.' }),
    rows: z.array(PerformanceRow).meta({
      description: 'A row for each group that has clicks, conversions or spend, and currency.',
    }),
    next_cursor: z.string().nullable().meta({ description: 'The `cursor` of the next page; `null` on the last.' }),
    totals: z.array(PerformanceRow).meta({ description: 'All rows of all pages: one entry for each currency. Ratios are those of sums.' }),
    totals_with_spend: z.array(PerformanceRow).meta({
      description:
        'The parts that the ratios of `totals` use: spend that found clicks, with the clicks and conversions of the same ads and days. They are equal whatever `group_by` says.',
    }),
    left_out: z
      .object({
        traffic: z.record(z.string(), LeftOut).meta({ description: 'By kind of traffic, with `traffic=human`. Spend has no traffic.' }),
        unpaid: LeftOut.meta({ description: 'Of channels that are not paid, with `paid=true`.' }),
        paid: LeftOut.meta({ description: 'Of paid channels, with `paid=false`.' }),
        unjoined_spend: z.object(spendFields).nullable().meta({
          description:
            'Spend of no named pixel, if rows are of pixels. `null` for a key of a single pixel, which sees none of the account.',
        }),
      })
      .meta({
        description:
          'What the filters leave out. Each click, conversion and row of spend is here at most once: for its traffic, else for its channel.',
      }),
    facts_since: z.iso.datetime().nullable().meta({
      description:
        'Clicks from before this moment have the channel of their IDs and `traffic` unknown, which counts as human. `null` if there are none.',
    }),
    incomplete_before: z.iso.datetime().nullable().meta({
      description:
        'Clicks and conversions from before this moment may be missing, because an upgrade of the service still counts them. `null` if all are counted.',
    }),
    spend_time_zones: z.array(z.string()).meta({ description: 'The time zones of the days of the spend.' }),
    networks: z.array(z.string()).meta({ description: 'The networks with spend on these days, whatever the filters.' }),
    target_return: z.string().nullable().meta({ description: 'The `target_return` of the settings, which `advice` compares with.' }),
    spend_known: z
      .array(
        z.object({
          network: z.string().meta({ description: 'The ad network, such as `google_ads`.' }),
          account: z.string().meta({ description: 'The ad account at its network.' }),
          to: z.iso.date().meta({ description: 'The last day with spend.' }),
        }),
      )
      .meta({
        description:
          'How far the spend of each ad account is known, up to the last day of the period. Accounts without spend from 30 days before the period on are not in it.',
      }),
  })
  .meta({ id: 'PerformanceReport' });
