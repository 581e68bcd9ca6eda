import * as z from 'zod';
import { allChecked } from '#functions/api/all-checked.ts';
import { boundedRead, Period, periodOf } from '#functions/api/period.ts';
import { pixelFilter, reportScope, scopeAnswer, scopeFields } from '#functions/api/read-scope.ts';
import { keys } from '#shared/api-keys/needs.ts';
import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import { maxEventDays, maxLinkedDays } from '#shared/event-log/rules/limits.ts';
import { diagnosisOf } from '#shared/funnels/rules/diagnosis.ts';
import { eventTypesOf, uncountedFindings } from '#shared/funnels/rules/event-types.ts';
import { type Finding, funnelSteps, stepsOf } from '#shared/funnels/rules/funnel.ts';
import { unattributedOf } from '#shared/funnels/rules/unattributed.ts';
import { Bom, csvEndpoint } from '#shared/http/csv-endpoint.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { activity } from '#shared/reports/needs.ts';
import type { ActivityCell } from '#shared/reports/rules/activity.ts';
import { countersByDay } from '#shared/reports/rules/counters-by-day.ts';
import { maxCountersRead, maxReportDays, reportLimit } from '#shared/reports/rules/limits.ts';
import { money } from '#shared/values/decimal.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { exampleFunnel } from './funnel-example.ts';
import { logUrlOf } from './log-url.ts';
import { asksForCsv, csvAnswer, csvForm, csvHint, csvText, Format } from './report-csv.ts';

const Share = z.number().nullable();

export const reportFunnel = defineEndpoint({
  id: 'reportFunnel',
  method: 'GET',
  path: '/api/v1/pixel/reports/funnel',
  auth: 'report',
  needs: { activity, keys },
  summary: 'Report the funnel with a diagnosis',
  description:
    `Covers at most ${maxReportDays} days (24 months), by day of arrival, about a second behind. Findings are sorted by severity. A step that is smaller than a later one, or low ` +
    'while a later one is normal, is a tracking gap. A step that is low together with all later ones is a real drop. Silent losses ' +
    'are findings too: a reused event ID, an event type that is not counted, a sale counted twice, links without a campaign. ' +
    `Shares of fewer than 20 events are not judged; \`too_few_events\` says so. Today is excluded from comparisons between days, which look at the last ${maxEventDays} days. ` +
    'Sessions and page views are not counted by campaign or event type, so the funnel has no such filter.\n\n' +
    `A call reads the counters of its days, in pages of 1 MB. Above ${maxEventDays} days it reads at most ${maxCountersRead} of them; ` +
    `a period with more is 422.\n\n${csvHint('reportFunnelCsv')}`,
  query: Period.extend({ ...scopeFields, format: Format, bom: Bom }),
  responses: {
    200: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        ...scopeAnswer,
        steps: z
          .array(
            z.object({
              step: z.enum(funnelSteps).meta({ description: 'Step of the funnel.' }),
              count: z.int(),
              rate_from_previous: Share.meta({
                description: 'Share of the previous step; `null` for the first. Above 1, the previous step has a gap.',
              }),
            }),
          )
          .meta({ description: 'The steps of the funnel, from sessions to orders.' }),
        sessions: z
          .object({
            ad: z.int().meta({ description: 'Sessions from a link with a campaign.' }),
            organic: z.int().meta({ description: 'All other sessions.' }),
          })
          .meta({
            description: 'The sessions of the first step: from a link with a campaign, and all others.',
          }),
        findings: z
          .array(
            z.object({
              code: z.string().meta({
                description:
                  'event_id_conflict, uncounted_event_type, same_sale_counted_twice, unreplaced_macro, clicks_without_campaign, ' +
                  'no_data, no_page_views, page_views_missing, few_ad_sessions, tracking_gap, tracking_stopped, real_drop, ' +
                  'counted_from_two_sources, unmatched, missing_currency, late_events, duplicates, rejected, late_matches, ' +
                  'events_outside_default_range, too_few_events. More may be added.',
              }),
              severity: z.enum(['info', 'warning', 'critical']).meta({ description: 'How serious the finding is.' }),
              message: z.string().meta({ description: 'What was found and what to do, in plain words.' }),
              facts: z.record(z.string(), z.union([z.string(), z.number()])).meta({
                description: 'The evidence: counts, shares and names. Which ones depends on the code.',
              }),
              log_url: z
                .string()
                .nullable()
                .meta({
                  description: `A path of this API that lists the events of the finding in the event log, at most ${maxLinkedDays} days of them. \`null\` if the log has nothing to show, such as for sessions.`,
                }),
            }),
          )
          .meta({ description: 'Findings, most severe first.' }),
        event_types: z
          .array(
            z.object({
              event_type: z.string(),
              count: z.int(),
              counted: z.int().meta({ description: 'Counted as conversions when they arrived.' }),
              uncounted: z.int().meta({ description: 'Attributed to an ad, but of a type that is not counted.' }),
              unmatched: z.int().meta({
                description: 'Not attributed when they arrived. `late_matches` is the number of these attributed later.',
              }),
            }),
          )
          .meta({
            description:
              'Event types that servers sent, most frequent first. At most 100; all others are added up as `other`, which comes last. Each day counts its first 100 names separately.',
          }),
        quality: z
          .object({
            unmatched_by_reason: z.record(z.string(), z.int()).meta({ description: 'Number of unmatched events by reason.' }),
            unattributed: z
              .array(
                z.object({
                  reason: z.string(),
                  count: z.int(),
                  values: z
                    .array(
                      z.object({
                        currency: z.string(),
                        count: z.int().meta({ description: 'Events with a value in this currency.' }),
                        value: z.string().meta({ description: 'Exact decimal.' }),
                      }),
                    )
                    .meta({ description: 'Value of these events. Currencies are never added up.' }),
                  log_url: z
                    .string()
                    .nullable()
                    .meta({
                      description: `A path of this API that lists these events in the event log, at most ${maxLinkedDays} days of them.`,
                    }),
                }),
              )
              .meta({
                description:
                  'Events that no ad has earned so far, by reason, most frequent first. `unmatched_by_reason` counts events as they arrived; these are without the events that a click earned later.',
              }),
            unmatched_rate: Share.meta({ description: 'Share of events that are not matched, 0 to 1.' }),
            attributed_share: Share.meta({
              description: 'Share of accepted events that a click has earned, on arrival or later, 0 to 1: all but `unattributed`.',
            }),
            missing_currency_rate: Share.meta({
              description: 'Share of events without a currency, of the event types that have values.',
            }),
            duplicate_rate: Share.meta({
              description: 'Share of events that repeat an earlier `event_id`, 0 to 1.',
            }),
            delay: z
              .object({
                p50: z.string().nullable().meta({ description: 'Median delay.' }),
                p95: z.string().nullable().meta({ description: '95th percentile of the delay.' }),
              })
              .meta({
                description: 'Time from occurrence to arrival, at most: 1m, 5m, 1h, 24h, 7d, or more.',
              }),
            late_matches: z.int().meta({ description: 'Number of events that were matched after they had been accepted.' }),
            rejected_by_code: z.record(z.string(), z.int()).meta({ description: 'Number of rejected events by error code.' }),
          })
          .meta({ description: 'Quality of the data behind the report.' }),
      })
      .meta({ id: 'FunnelReport' }),
  },
  otherForms: [csvForm],
  errors: [serviceErrors.too_many_requests],
  callLimit: reportLimit,
  example: {
    query: { from: '2026-11-01', to: '2026-11-20' },
    responses: { 200: exampleFunnel },
  },

  async handle({ query: asked, actor, header }, { activity, keys, now }) {
    const query = reportScope(actor, asked);
    const { environment, pixel_key, time_zone } = query;
    const today = dayIn(time_zone, now());
    const [{ from, to, days }, isOfPixel] = await allChecked(
      () => periodOf(query, now(), { max: maxReportDays }),
      () => pixelFilter(actor.accountId, query, keys),
    );
    const ofPixel = await boundedRead(
      activity.between(actor.accountId, environment, days.firstUtcDay, days.lastUtcDay),
      isOfPixel,
      days.days.length > maxEventDays ? maxCountersRead : null,
    );
    const counters = [...countersByDay(ofPixel, days)];
    const countedToday = await countedTypes(ofPixel, uncountedFindings(counters, null), keys);
    const { funnel, quality, findings } = diagnosisOf(counters, { days: days.days, today, countedToday });
    const scope = { from, to, environment, ...(pixel_key !== undefined && { pixel_key }), time_zone };
    const steps = stepsOf(funnel);
    if (asksForCsv(query.format, header))
      return csvAnswer(`funnel-${from}-${to}`, ['step', 'count', 'rate_from_previous'], steps, query.bom);
    return ok({
      ...scope,
      steps,
      sessions: funnel.sessions,
      findings: findings.map(({ log: _, ...finding }, i) => ({
        ...finding,
        log_url: logUrlOf(findings[i] as Finding, counters, scope),
      })),
      event_types: eventTypesOf(counters),
      quality: {
        ...quality,
        unattributed: unattributedOf(counters).map(({ reason, count, values }) => ({
          reason,
          count,
          values: values.map((amount) => ({ ...amount, value: money(amount.value) })),
          log_url: logUrlOf({ log: { outcome: 'unmatched', reason } }, counters, scope),
        })),
      },
    });
  },
});

/** The report reads at most this many pixels, because each pixel that is not cached costs a read. */
const maxPixels = 10;

/** Returns the event types that count today, or null if no finding is about uncounted events. */
async function countedTypes(
  counters: readonly ActivityCell[],
  uncounted: readonly Finding[],
  keys: Pick<ApiKeys, 'conversionTypes'>,
): Promise<string[] | null> {
  if (uncounted.length === 0) return null;
  const types = new Set(uncounted.map(({ facts }) => facts.event_type));
  const pixels = counters
    .filter(({ metric, detail }) => {
      const isTyped = metric === 'type' || metric === 'credited_by_user';
      const [type = '', state] = isTyped ? detail.split('|') : [];
      return types.has(type) && (state === 'uncounted' || state === 'valued');
    })
    .flatMap(({ pixelKey }) => pixelKey ?? []);
  const settings = await Promise.all([...new Set(pixels)].slice(0, maxPixels).map((pixelKey) => keys.conversionTypes(pixelKey)));
  const [first = [], ...others] = settings;
  return first.filter((type) => others.every((some) => some.includes(type)));
}

export const reportFunnelCsv = csvEndpoint(reportFunnel, {
  id: 'reportFunnelCsv',
  summary: 'Report the steps of the funnel as a file',
  description: `Returns the steps of \`reportFunnel\`. ${csvText}`,
  form: csvForm,
  example: 'step,count,rate_from_previous\r\nsessions,1000,\r\npage_views,800,0.8\r\n',
});
