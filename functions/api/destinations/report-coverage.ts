import * as z from 'zod';
import { allChecked } from '#functions/api/all-checked.ts';
import { boundedRead, Period, periodOf } from '#functions/api/period.ts';
import { pixelFilter, scopeAnswer, scopeFields } from '#functions/api/read-scope.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { coverageIn, improvements, tellingReasons } from '#shared/coverage/rules/coverage.ts';
import { destinations } from '#shared/destinations/needs.ts';
import { networks } from '#shared/destinations/rules/destination.ts';
import { maxEventDays } from '#shared/event-log/rules/limits.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { activity } from '#shared/reports/needs.ts';
import { countersByDay } from '#shared/reports/rules/counters-by-day.ts';
import { maxCountersRead, reportLimit } from '#shared/reports/rules/limits.ts';
import { serviceErrors } from '#shared/values/errors.ts';

const Count = (description: string) => z.int().meta({ description });

const NetworkCoverage = z.object({
  orders: Count('Orders of this day, since the destination collects.'),
  with_click_id: Count("Orders whose click has the network's ID."),
  with_consent: Count('Orders whose person granted `ad_user_data`.'),
  with_match_keys: Count('Orders with match keys.'),
  tellable: Count('Orders with click ID and consent, also by `consent_default`.'),
  reasons: z.partialRecord(z.enum(tellingReasons), z.int()).meta({ description: 'All other orders, by their first reason.' }),
  improvement: z
    .object({ what: z.enum(improvements).meta({ description: 'What is missing.' }), orders: Count('Orders that lack it.') })
    .nullable()
    .meta({ description: 'What would raise `tellable` most. `click_ids_missing`: no order of the day has a click ID of the network.' }),
});

export const reportCoverage = defineEndpoint({
  id: 'reportCoverage',
  method: 'GET',
  path: '/api/v1/destinations/coverage',
  auth: 'view',
  needs: { activity, destinations, keys },
  summary: 'Report how many orders may be sent to networks',
  description:
    'Counts the orders (`primary_event_type`) of each day and network that collects, by day of arrival, about a second behind. A late match or a consent that changes within 8 days moves an order. ' +
    `At most ${maxEventDays} days. Nothing is sent yet.`,
  query: Period.extend(scopeFields),
  responses: {
    200: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        ...scopeAnswer,
        days: z
          .array(
            z.object({
              day: z.iso.date(),
              networks: z.partialRecord(z.enum(networks), NetworkCoverage).meta({ description: 'The networks that collect now.' }),
            }),
          )
          .meta({ description: 'Every day of the period, oldest first.' }),
      })
      .meta({ id: 'DestinationCoverage' }),
  },
  errors: [serviceErrors.too_many_requests],
  callLimit: reportLimit,
  example: {
    query: { from: '2026-11-30', to: '2026-11-30' },
    responses: {
      200: {
        from: '2026-11-30',
        to: '2026-11-30',
        environment: 'live',
        time_zone: 'UTC',
        days: [
          {
            day: '2026-11-30',
            networks: {
              meta: {
                orders: 120,
                with_click_id: 48,
                with_consent: 51,
                with_match_keys: 44,
                tellable: 31,
                reasons: { unmatched: 22, no_click_id: 50, no_consent: 17 },
                improvement: { what: 'orders_unmatched', orders: 22 },
              },
            },
          },
        ],
      },
    },
  },

  async handle({ query, actor }, { activity, destinations, keys, now }) {
    const { environment, pixel_key, time_zone } = query;
    const [{ from, to, days }, isOfPixel] = await allChecked(
      () => periodOf(query, now(), { max: maxEventDays }),
      () => pixelFilter(actor.accountId, query, keys),
    );
    const [stored, collecting] = await Promise.all([
      boundedRead(
        activity.between(actor.accountId, environment, days.firstUtcDay, days.lastUtcDay),
        (counter) => counter.metric === 'coverage' && isOfPixel(counter),
        maxCountersRead,
      ),
      destinations.list(actor.accountId),
    ]);
    const byDay = Map.groupBy(countersByDay(stored, days), ({ day }) => day);
    const coverageOf = (day: string) =>
      Object.fromEntries(
        collecting
          .filter(({ state }) => state === 'collecting')
          .map(({ network, consentDefault }) => [network, coverageIn(byDay.get(day) ?? [], network, new Set(Object.keys(consentDefault)))]),
      );
    return ok({
      from,
      to,
      environment,
      ...(pixel_key !== undefined && { pixel_key }),
      time_zone,
      days: days.days.map((day) => ({ day, networks: coverageOf(day) })),
    });
  },
});
