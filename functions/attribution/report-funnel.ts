import * as z from 'zod';
import { dayIn } from '#shared/domain/credit-calendar.ts';
import { countersOf, type Finding, funnelOf, funnelSteps, stepsOf } from '#shared/domain/funnel.ts';
import { fallFindings } from '#shared/domain/funnel-falls.ts';
import { gapFindings } from '#shared/domain/funnel-gaps.ts';
import { qualityOf } from '#shared/domain/funnel-quality.ts';
import { qualityFindings } from '#shared/domain/funnel-quality-findings.ts';
import { endpoint, ok } from '#shared/http/endpoint.ts';
import { exampleFunnel } from './funnel-example.ts';
import { maxDays, Period, periodOf } from './period.ts';
import { pixelFilter, scopeAnswer, scopeFields } from './read-scope.ts';

const Share = z.number().nullable();
const weight: Record<Finding['severity'], number> = { critical: 0, warning: 1, info: 2 };

export const reportFunnel = endpoint({
  id: 'reportFunnel',
  method: 'GET',
  path: '/api/v1/pixel/reports/funnel',
  auth: 'view',
  cors: 'front_ends',
  summary: 'Report the funnel with a diagnosis',
  description:
    `At most ${maxDays} days, by day of arrival, a second or so behind. Findings come worst first: a step smaller than a later one, or low ` +
    'while a later one goes on, is a gap in tracking; a step and all after it low together is a real drop. Shares ' +
    'are not judged below 20 events, and today is left out of comparisons between days. Rejected events and duplicates are ' +
    'counted approximately, never too high.',
  query: Period.extend(scopeFields),
  responses: {
    200: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        ...scopeAnswer,
        steps: z.array(
          z.object({
            step: z.enum(funnelSteps),
            count: z.int(),
            rate_from_previous: Share.meta({
              description:
                'Share of the step before; null where there is none. Over 1: the step before has a gap.',
            }),
          }),
        ),
        findings: z.array(
          z.object({
            code: z.string().meta({
              description:
                'no_data, no_page_views, page_views_missing, few_ad_sessions, tracking_gap, tracking_stopped, real_drop, ' +
                'counted_from_two_sources, unmatched, missing_currency, late_events, duplicates, rejected, late_matches; more may come.',
            }),
            severity: z.enum(['info', 'warning', 'critical']),
            message: z.string().meta({ description: 'What it is and what to do, for a person.' }),
            facts: z.record(z.string(), z.union([z.string(), z.number()])),
          }),
        ),
        quality: z.object({
          unmatched_by_reason: z.record(z.string(), z.int()),
          unmatched_rate: Share,
          missing_currency_rate: Share.meta({ description: 'Of the event types that carry values.' }),
          duplicate_rate: Share,
          delay: z
            .object({ p50: z.string().nullable(), p95: z.string().nullable() })
            .meta({ description: 'From happening to arrival, at most: 1m, 5m, 1h, 24h, 7d, or more.' }),
          late_matches: z.int(),
          rejected_by_code: z.record(z.string(), z.int()),
        }),
      })
      .meta({ id: 'FunnelReport' }),
  },
  example: {
    query: { from: '2026-11-01', to: '2026-11-20' },
    responses: { 200: exampleFunnel },
  },

  async handle({ query, actor }, { activity, keys, now }) {
    const { environment, pixel_key, time_zone } = query;
    const today = dayIn(time_zone, now());
    const { from, to, days } = periodOf(query, now());
    const isOfPixel = await pixelFilter(actor.userId, query, keys);
    const all = await Array.fromAsync(
      activity.between(actor.userId, environment, days.firstUtcDay, days.lastUtcDay),
    );
    const counters = [...countersOf(all.filter(isOfPixel), days)];
    const funnel = funnelOf(counters, days.days);
    // Today is not over: beside whole days it would look like a fall.
    const wholeDays = funnelOf(
      counters,
      days.days.filter((day) => day < today),
    );
    const { quality, volumes } = qualityOf(counters);
    const findings = [
      ...gapFindings(funnel),
      ...fallFindings(wholeDays),
      ...qualityFindings(quality, volumes),
    ].sort((a, b) => weight[a.severity] - weight[b.severity]);
    const scope = { from, to, environment, ...(pixel_key !== undefined && { pixel_key }), time_zone };
    return ok({ ...scope, steps: stepsOf(funnel), findings, quality });
  },
});
