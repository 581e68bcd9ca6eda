import type * as z from 'zod';
import { allChecked } from '#functions/api/all-checked.ts';
import { Period, periodOf } from '#functions/api/period.ts';
import { pixelFilter, primaryEventTypeOf, reportScope, scopeFields } from '#functions/api/read-scope.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { cellStart, cellStates, cells } from '#shared/cells/needs.ts';
import { interactionMinutes } from '#shared/clicks/rules/limits.ts';
import { trafficKinds } from '#shared/clicks/rules/traffic.ts';
import { EventType } from '#shared/conversions/event-fields.ts';
import { accountSettings } from '#shared/conversions/needs.ts';
import { Bom, csvEndpoint } from '#shared/http/csv-endpoint.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { quotient } from '#shared/performance/rules/exact.ts';
import { reportLimit } from '#shared/reports/rules/limits.ts';
import { maxCells, readTraffic } from '#shared/traffic/read-traffic.ts';
import { maxTrafficDays } from '#shared/traffic/rules/limits.ts';
import { findingsOf, shareOf } from '#shared/traffic/rules/traffic-findings.ts';
import {
  type Counts,
  consentRowsOf,
  countsOf,
  isPerson,
  rowsOf,
  type TrafficRow,
  type TrafficSums,
} from '#shared/traffic/rules/traffic-sums.ts';
import { invalid, serviceErrors } from '#shared/values/errors.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { asksForCsv, csvAnswer, csvForm, csvHint, csvText, Format } from './report-csv.ts';
import { exampleTraffic } from './traffic-example.ts';
import { TrafficReport } from './traffic-schema.ts';

type Report = z.input<typeof TrafficReport>;

export const reportTraffic = defineEndpoint({
  id: 'reportTraffic',
  method: 'GET',
  path: '/api/v1/pixel/reports/traffic',
  auth: 'report',
  needs: { accountSettings, cellStart, cellStates, cells, keys },
  summary: 'Report which clicks are of people',
  description:
    `Returns clicks by verdict, rule and channel, and what that does to the conversion rate, for at most ${maxTrafficDays} days. ` +
    'Clicks are on their own day, conversions on the day of their click. Clicks without a verdict count as human. ' +
    `A verdict can change for ${interactionMinutes} minutes after a click, or when a counted event names it; reports follow within seconds. ` +
    `The rules are those of \`readTrafficRules\`.\n\n${csvHint('reportTrafficCsv')}`,
  query: Period.extend({
    ...scopeFields,
    conversion: EventType.optional().meta({
      description: 'The event type that `conversions` and every rate are about. Default: the `primary_event_type` of the settings.',
    }),
    format: Format,
    bom: Bom,
  }),
  responses: { 200: TrafficReport },
  otherForms: [csvForm],
  errors: [serviceErrors.too_many_requests],
  callLimit: reportLimit,
  example: {
    query: { from: '2026-11-01', to: '2026-11-30' },
    responses: { 200: exampleTraffic },
  },

  async handle({ query: asked, actor, header }, deps) {
    const now = deps.now();
    const query = reportScope(actor, asked);
    const { environment, pixel_key: pixelKey, time_zone: zone } = query;
    const [conversion, [{ from, to, days }]] = await Promise.all([
      query.conversion ?? primaryEventTypeOf(actor.accountId, deps),
      allChecked(
        () => periodOf(query, now, { max: maxTrafficDays }),
        () => pixelFilter(actor.accountId, query, deps.keys),
      ),
    ]);
    const owner = { accountId: actor.accountId, environment };
    const exceeded = () => {
      const msg = `More than ${maxCells} counters in this period. Choose fewer days`;
      throw invalid({ type: 'value_error', loc: ['query', 'from'], msg });
    };
    const [sums, counted] = await Promise.all([readTraffic(owner, days, { conversion, pixelKey }, deps, exceeded), deps.cellStart.said()]);
    const rows = rowsOf(sums);
    if (asksForCsv(query.format, header)) {
      const columns = ['channel', 'traffic', 'rule', 'clicks'] as const;
      return csvAnswer(`traffic-${from}-${to}`, columns, rows, query.bom);
    }
    const [people, all] = [countsOf(sums, ({ traffic }) => isPerson(traffic)), countsOf(sums, () => true)];
    const today = dayIn(zone, now);
    return ok({
      from,
      to,
      environment,
      ...(pixelKey !== undefined && { pixel_key: pixelKey }),
      time_zone: zone,
      conversion,
      as_of: new Date(now).toISOString(),
      people: ratesOf(people),
      all: ratesOf(all),
      left_out: { clicks: all.clicks - people.clicks, conversions: all.conversions - people.conversions },
      verdicts: verdictsOf(rows, all.clicks),
      rules: byRule(rows),
      channels: byChannel(rows, sums),
      rows,
      consents: consentRowsOf(sums).map(({ channel, traffic, consent, clicks }) => ({ channel, traffic, ad_user_data: consent, clicks })),
      findings: findingsOf(
        sums,
        days.days.filter((day) => day < today),
      ),
      facts_since: counted.factsSince,
      incomplete_before: counted.incompleteBefore,
    });
  },
});

const ratesOf = ({ clicks, adClicks, conversions }: Counts): Report['people'] => ({
  clicks,
  ad_clicks: adClicks,
  conversions,
  conversion_rate: rateOf(conversions, clicks),
  ad_conversion_rate: rateOf(conversions, adClicks),
});

const rateOf = (conversions: number, clicks: number) => (clicks > 0 ? quotient(String(conversions), String(clicks), 6) : null);

const sumOf = (rows: readonly TrafficRow[]) => rows.reduce((sum, { clicks }) => sum + clicks, 0);

const verdictsOf = (rows: readonly TrafficRow[], all: number): Report['verdicts'] =>
  trafficKinds.flatMap((traffic) => {
    const clicks = sumOf(rows.filter((row) => row.traffic === traffic));
    return clicks === 0 ? [] : [{ traffic, clicks, share: shareOf({ clicks: all, automated: clicks }) }];
  });

const byRule = (rows: readonly TrafficRow[]): Report['rules'] =>
  [...Map.groupBy(rows, ({ rule, traffic }) => `${rule} ${traffic}`).values()]
    .map((some) => {
      const [{ rule, traffic }] = some as [TrafficRow];
      return { rule, traffic, clicks: sumOf(some) };
    })
    .sort((a, b) => b.clicks - a.clicks || (String(a.rule) < String(b.rule) ? -1 : 1));

const byChannel = (rows: readonly TrafficRow[], sums: TrafficSums): Report['channels'] => {
  const converted = [...sums.conversions.values()].filter(({ conversions }) => conversions !== 0);
  const channels = [...rows, ...converted].map(({ channel }) => channel);
  return [...new Set(channels)].sort().map((channel) => ({
    channel,
    people: ratesOf(countsOf(sums, (sum) => sum.channel === channel && isPerson(sum.traffic))),
    all: ratesOf(countsOf(sums, (sum) => sum.channel === channel)),
  }));
};

export const reportTrafficCsv = csvEndpoint(reportTraffic, {
  id: 'reportTrafficCsv',
  summary: 'Report which clicks are of people as a file',
  description: `Returns the \`rows\` of \`reportTraffic\`: clicks by channel, verdict and rule. ${csvText}`,
  form: csvForm,
  example: 'channel,traffic,rule,clicks\r\npaid_search,human,,600\r\npaid_search,bot,data_centre,340\r\n',
});
