import * as z from 'zod';
import { allChecked } from '#functions/api/all-checked.ts';
import { boundedRead, Period, periodOf } from '#functions/api/period.ts';
import { pixelFilter, scopeAnswer, scopeFields } from '#functions/api/read-scope.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { cellStates, cells } from '#shared/cells/needs.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import { nameOf, type Series } from '#shared/cells/rules/cells.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { bounds, windowsOf } from '#shared/performance/read-performance.ts';
import { spendJoins } from '#shared/performance/rules/join-candidates.ts';
import { joinDays, joinLimits } from '#shared/performance/rules/limits.ts';
import { maxCountersRead, reportLimit } from '#shared/reports/rules/limits.ts';
import { spendAliases, spendDays } from '#shared/spend/needs.ts';
import { maxJoinDays } from '#shared/spend/rules/limits.ts';
import { spendLevels } from '#shared/spend/rules/spend-rows.ts';
import type { CountedDay } from '#shared/spend/store/spend-days.ts';
import { invalid, serviceErrors } from '#shared/values/errors.ts';
import type { ReportDays } from '#shared/values/quarter-hours.ts';
import { useTurn } from '#shared/values/turn-budget.ts';
import { joinsAnswer } from './joins-answer.ts';

const Evidence = z.object({
  name_distance: z.int().nullable().meta({
    description: 'The number of letters in which the names differ; `null` if they differ too much.',
  }),
  contains: z.boolean().meta({ description: '`true` if one name contains the other.' }),
  shared_days: z.int().meta({ description: 'The number of days on which both the spend and the clicks have figures.' }),
});
const Ours = { pixel_key: z.string(), campaign: z.string(), ad_group: z.string(), ad_id: z.string() };
const Theirs = {
  network: z.string().meta({ description: 'The ad network, such as `google_ads`.' }),
  account: z.string().meta({ description: 'The ad account at its network.' }),
  pixel_key: z.string().nullable().meta({
    description: 'The pixel that the import names: its spend joins clicks of this pixel alone. `null`: of every pixel.',
  }),
  level: z.enum(spendLevels).meta({ description: 'What the row names: an account, a campaign, an ad group or an ad.' }),
  campaign_id: z.string().nullable().meta({ description: "The network's id of the campaign." }),
  campaign: z.string().nullable().meta({ description: 'Name of the campaign.' }),
  ad_group_id: z.string().nullable().meta({ description: "The network's id of the ad group." }),
  ad_group: z.string().nullable().meta({ description: 'Name of the ad group.' }),
  ad_id: z.string().nullable().meta({ description: "The network's id of the ad." }),
  ad: z.string().nullable().meta({ description: 'Name of the ad.' }),
};

export const listSpendJoins = defineEndpoint({
  id: 'listSpendJoins',
  method: 'GET',
  path: '/api/v1/spend/joins',
  auth: 'view',
  needs: { cellStates, cells, keys, spendAliases, spendDays },
  summary: 'List joins of spend and clicks',
  description: `Returns how spend and clicks find each other, for at most ${maxJoinDays} days: by an id, by a name (trimmed, without case), or by an alias. Spend is joined if a human click of its campaign, ad group or ad is within ${joinDays} days of it, and an id is one object under every name that its account has for it there, as in \`reportPerformance\`. What does not join is listed with its amounts, the largest first and at most ${joinLimits.listed} of each, with the nearest candidates among the ${joinLimits.compared} largest of the other side and their evidence. Candidates of spend are also clicks that have spend (\`has_spend\`), because an ad may have a new name: then their name must be the same or a part of it. Nothing is ever joined by evidence alone: set an alias with \`setSpendAliases\`. Clicks of every channel and traffic are there, with a conversion or without. With \`pixel_key\`, only spend of imports that name this key is there. Days of spend are those of the ad account, and all other days are of \`time_zone\`.`,
  query: Period.extend(scopeFields),
  responses: {
    200: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        ...scopeAnswer,
        joined: z
          .array(
            z.object({
              currency: z.string(),
              rows: z.int().meta({ description: 'Number of rows of spend.' }),
              spend: z.string().meta({ description: 'Amount that the network charged, as an exact decimal.' }),
            }),
          )
          .meta({ description: 'Spend that joins human clicks, by currency.' }),
        spend_without_clicks_count: z.int().meta({ description: 'The number of all rows of spend without clicks.' }),
        clicks_without_spend_count: z.int().meta({ description: 'The number of all names of clicks without spend.' }),
        spend_without_clicks: z
          .array(
            z.object({
              ...Theirs,
              currency: z.string(),
              spend: z.string().meta({ description: 'Amount that the network charged, as an exact decimal.' }),
              days: z.int().meta({ description: 'Number of days with spend.' }),
              candidates: z
                .array(
                  z.object({
                    ...Ours,
                    has_spend: z.boolean().meta({
                      description: '`true` if other spend joins these clicks, so that the row may be a new name of their ad.',
                    }),
                    evidence: Evidence.meta({ description: 'Why the candidate may be the same.' }),
                  }),
                )
                .meta({
                  description: 'The nearest names on the other side, with the evidence for each. Nothing is joined automatically.',
                }),
            }),
          )
          .meta({ description: 'Spend that no human click joins.' }),
        clicks_without_spend: z
          .array(
            z.object({
              ...Ours,
              clicks: z.int(),
              conversions: z.int().meta({ description: 'Number of conversions.' }),
              values: z
                .array(z.object({ currency: z.string(), value: z.string() }))
                .meta({ description: 'Value of the conversions by currency.' }),
              days: z.int().meta({ description: 'Number of days with clicks or conversions.' }),
              candidates: z
                .array(
                  z.object({
                    ...Theirs,
                    evidence: Evidence.meta({ description: 'Why the candidate may be the same.' }),
                  }),
                )
                .meta({
                  description: 'The nearest names on the other side, with the evidence for each. Nothing is joined automatically.',
                }),
            }),
          )
          .meta({ description: 'Campaigns, ad groups and ads with conversions that no spend joins.' }),
      })
      .meta({ id: 'SpendJoins' }),
  },
  errors: [serviceErrors.too_many_requests],
  callLimit: reportLimit,
  example: {
    query: { from: '2026-11-01', to: '2026-11-30' },
    responses: {
      200: {
        from: '2026-11-01',
        to: '2026-11-30',
        environment: 'live',
        time_zone: 'UTC',
        joined: [{ currency: 'USD', rows: 1, spend: '240.00' }],
        spend_without_clicks_count: 1,
        clicks_without_spend_count: 0,
        spend_without_clicks: [
          {
            network: 'google_ads',
            account: 'default',
            pixel_key: null,
            level: 'campaign',
            campaign_id: '7',
            campaign: 'Spring sale',
            ad_group_id: null,
            ad_group: null,
            ad_id: null,
            ad: null,
            currency: 'USD',
            spend: '75.50',
            days: 3,
            candidates: [
              {
                pixel_key: 'pk_live_EXAMPLE',
                campaign: 'spring_sale',
                ad_group: '',
                ad_id: '',
                has_spend: false,
                evidence: { name_distance: 1, contains: false, shared_days: 2 },
              },
            ],
          },
        ],
        clicks_without_spend: [],
      },
    },
  },

  async handle({ query, actor }, { spendDays, spendAliases, cells, cellStates, keys, now }) {
    const accountId = actor.accountId;
    const { environment, pixel_key: pixelKey, time_zone: zone } = query;
    const [{ from, to, days: reportDays }, isOfPixel] = await allChecked(
      () => periodOf(query, now(), { max: maxJoinDays }),
      () => pixelFilter(accountId, query, keys),
    );
    const add = counter();
    const days: CountedDay[] = [];
    const [wide] = windowsOf([{ from, to }], zone) as [ReportDays];
    const [wideFrom, wideTo] = [wide.days[0] ?? from, wide.days.at(-1) ?? to];
    for await (const day of spendDays.between(accountId, environment, wideFrom, wideTo)) {
      if (day.day >= from && day.day <= to) add('spendRows', day.rows.length);
      if (isOfPixel({ pixelKey: day.pixelKey ?? undefined })) days.push(day);
    }
    const read = (series: Series, { firstUtcDay, lastUtcDay }: ReportDays) =>
      boundedRead(
        readCells({ accountId, environment }, series, { from: firstUtcDay, to: lastUtcDay }, { cells, cellStates }),
        ({ names }) => isOfPixel({ pixelKey: nameOf(names, 'pixel_key') }),
        maxCountersRead,
      );
    const clicks = [...(await read('clicks', wide)), ...(await read('click', reportDays))];
    const aliases = await spendAliases.all(accountId, environment);
    return ok({
      from,
      to,
      environment,
      time_zone: zone,
      ...(pixelKey !== undefined && { pixel_key: pixelKey }),
      ...joinsAnswer(
        spendJoins(
          days,
          clicks,
          { reportDays, windows: [wide] },
          aliases,
          (times) => add('joins', times),
          (pairs) => useTurn(pairs / pairsOfRow),
        ),
      ),
    });
  },
});

/** Two pairs of names of the largest length take about as long as a row of a report. */
const pairsOfRow = 2;

function counter() {
  const count = { spendRows: 0, joins: 0 };
  const words = { spendRows: 'rows of spend', joins: 'possible joins of spend' };
  return (bound: keyof typeof count, more: number) => {
    count[bound] += more;
    if (count[bound] <= bounds[bound]) return;
    const msg = `More than ${bounds[bound]} ${words[bound]} in this period. Choose fewer days`;
    throw invalid({ loc: ['query', 'from'], msg, type: 'value_error' });
  };
}
