import * as z from 'zod';
import { allChecked } from '#functions/api/all-checked.ts';
import { boundedRead, Period, periodOf } from '#functions/api/period.ts';
import { pixelFilter, reportScope, scopeAnswer, scopeFields } from '#functions/api/read-scope.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { Bom, csvEndpoint } from '#shared/http/csv-endpoint.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fittingCount } from '#shared/http/page-bytes.ts';
import { pageCursor } from '#shared/http/page-cursor.ts';
import { totals } from '#shared/reports/needs.ts';
import { inIntervals, intervals } from '#shared/reports/rules/intervals.ts';
import { maxCountersRead, maxReportDays, reportLimit, unboundedReportDays } from '#shared/reports/rules/limits.ts';
import { byMatchWay, dimensions, type Grouping, groupings, matchWays, rowsOf, timeBases } from '#shared/reports/rules/totals.ts';
import { csvOf } from '#shared/values/csv.ts';
import { money } from '#shared/values/decimal.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { hasNames, reportFilters } from '../report-filters.ts';
import { asksForCsv, csvAnswer, csvForm, csvHint, csvText, Format } from './report-csv.ts';

/** The last row of the page before, and the days of the first page, which count for all pages. */
type Place = { from: string; to: string; last: string };
const totalsCursor = pageCursor<Place>(
  ({ from, to, last }) => `${from} ${to} ${last}`,
  (text) => {
    const [, from, to, last] = /^(\d{4}-\d\d-\d\d) (\d{4}-\d\d-\d\d) (\[.*\])$/.exec(text) ?? [];
    return from && to && last ? { from, to, last } : null;
  },
  8000,
);

const GroupBy = z
  .string()
  .transform((text, context) => {
    const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== 'currency');
    if (names.every((name): name is Grouping => (groupings as readonly string[]).includes(name))) return names;
    context.addIssue({
      code: 'custom',
      message: `Any of ${groupings.join(', ')}, separated by commas`,
      params: { type: 'enum' },
    });
    return z.NEVER;
  })
  .meta({
    description: `Any of ${groupings.join(', ')}, separated by commas; if omitted, all but matched_by. Currencies are never added up.`,
  });

export const reportConversions = defineEndpoint({
  id: 'reportConversions',
  method: 'GET',
  path: '/api/v1/pixel/reports/conversions',
  auth: 'report',
  needs: { keys, totals },
  summary: 'Report conversion totals',
  description:
    `Returns counts and values of attributed conversions, for at most ${maxReportDays} days (24 months). Totals are updated as events ` +
    'arrive, about a second behind, so the response is as fast for a million events as for ten. Live and test events ' +
    'have separate totals. `group_by=matched_by` separates the conversions whose click was found by `external_user_id` alone.\n\n' +
    'A call reads the totals of its days, whatever its filters: one for each day, ad, event type and currency with ' +
    `conversions, in pages of 1 MB. Above ${unboundedReportDays} days it reads at most ${maxCountersRead} of them; ` +
    'a period with more is 422.\n\n' +
    'A page ends at 4 MB: the report ends where `next_cursor` is null. ' +
    csvHint('reportConversionsCsv'),
  query: Period.extend({
    ...scopeFields,
    ...reportFilters,
    group_by: GroupBy.optional(),
    interval: z
      .enum(intervals)
      .default('day')
      .meta({
        description:
          'What the `day` of a row stands for, if rows are grouped by day: `week` is the Monday of its week, `month` the ' +
          'first day of its month, of which only the days of the period count. `hour` takes a period of one day, and rows have `hour`.',
      }),
    time_basis: z.enum(timeBases).default('occurred').meta({ description: 'The time that assigns an event to a day.' }),
    cursor: totalsCursor.field,
    format: Format,
    bom: Bom,
  }),
  responses: {
    200: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        ...scopeAnswer,
        group_by: z.array(z.enum(groupings)).meta({ description: 'Dimensions the rows are grouped by.' }),
        interval: z.enum(intervals).meta({ description: 'What the `day` of a row stands for.' }),
        time_basis: z.enum(timeBases).meta({
          description: 'Which time assigns an event to a day: when it occurred, was received, or was clicked.',
        }),
        as_of: z.iso.datetime().meta({ description: 'Arrival of the newest event in these totals; now, if there is none.' }),
        rows: z
          .array(
            z.object({
              day: z.iso.date().optional(),
              hour: z.iso.datetime().optional().meta({ description: 'When the hour begins, with `interval=hour`.' }),
              campaign: z.string().optional(),
              ad_group: z.string().optional(),
              ad_id: z.string().optional(),
              event_type: z.string().optional(),
              matched_by: z.enum(matchWays).optional().meta({
                description: '`external_user_id`: these events named no known click ID, and their click was found by their user alone.',
              }),
              currency: z.string(),
              count: z.int(),
              value: z.string().meta({ description: 'Exact decimal.' }),
            }),
          )
          .meta({ description: 'The rows.' }),
        next_cursor: z.string().nullable().meta({ description: 'The `cursor` of the next page; `null` on the last.' }),
      })
      .meta({ id: 'ConversionsReport' }),
  },
  otherForms: [csvForm],
  errors: [serviceErrors.too_many_requests],
  callLimit: reportLimit,
  example: {
    query: { from: '2026-11-01', to: '2026-11-30', group_by: 'campaign,event_type' },
    responses: {
      200: {
        from: '2026-11-01',
        to: '2026-11-30',
        environment: 'live',
        time_zone: 'UTC',
        group_by: ['campaign', 'event_type'],
        interval: 'day',
        time_basis: 'occurred',
        as_of: '2026-11-21T09:30:02.120Z',
        rows: [{ campaign: 'spring_sale', event_type: 'order_created', currency: 'USD', count: 1, value: '25.99' }],
        next_cursor: null,
      },
    },
  },

  async handle({ query: asked, actor, header }, { totals, keys, now }) {
    const { cursor } = asked;
    const query = reportScope(actor, {
      ...asked,
      from: asked.from ?? cursor?.from,
      to: asked.to ?? cursor?.to,
    });
    const { environment, pixel_key, time_zone, time_basis, interval } = query;
    const [{ from, to, days }, isOfPixel] = await allChecked(
      () => periodOf(query, now(), { max: maxReportDays, isOneDay: interval === 'hour' }),
      () => pixelFilter(actor.accountId, query, keys),
    );
    const isNamed = hasNames(query);
    const cells = await boundedRead(
      totals.between(actor.accountId, environment, time_basis, days.firstUtcDay, days.lastUtcDay),
      (cell) => isOfPixel(cell) && isNamed(cell),
      days.days.length > unboundedReportDays ? maxCountersRead : null,
    );
    const groupBy = query.group_by ?? [...dimensions];
    const newest = cells
      .map((cell) => cell.newest)
      .sort()
      .at(-1);
    const parts = groupBy.includes('matched_by') ? byMatchWay(cells) : cells;
    const columns = groupBy.flatMap((name) => (name === 'day' && interval === 'hour' ? (['day', 'hour'] as const) : [name]));
    const all = rowsOf(inIntervals(parts, days, interval), columns)
      .map((row) => ({ ...row, value: money(row.value) }))
      .filter((row) => !cursor || placeOf(row) > cursor.last);
    const fields = [...columns, 'currency', 'count', 'value'] as const;
    const isFile = asksForCsv(query.format, header);
    const count = fittingCount(all, isFile ? (row) => csvOf([fields.map((name) => row[name])]) : undefined);
    const [rows, last] = [all.slice(0, count), all[count - 1]];
    const next = last && all.length > count ? totalsCursor.textOf({ from, to, last: placeOf(last) }) : null;
    if (isFile) {
      const file = csvAnswer(`conversions-${from}-${to}`, fields, rows, query.bom);
      return next === null ? file : { ...file, headers: { ...file.headers, 'x-next-cursor': next } };
    }
    return ok({
      from,
      to,
      environment,
      ...(pixel_key !== undefined && { pixel_key }),
      time_zone,
      group_by: groupBy,
      interval,
      time_basis,
      as_of: newest ?? new Date(now()).toISOString(),
      rows,
      next_cursor: next,
    });

    function placeOf(row: Partial<Record<(typeof columns)[number], string>> & { currency: string }) {
      return JSON.stringify([...columns.map((name) => row[name]), row.currency]);
    }
  },
});

export const reportConversionsCsv = csvEndpoint(reportConversions, {
  id: 'reportConversionsCsv',
  summary: 'Report conversion totals as a file',
  description: `Returns the rows of \`reportConversions\`. Above 4 MB, the header \`X-Next-Cursor\` has the \`cursor\` of the next page. ${csvText}`,
  form: csvForm,
  example: 'campaign,event_type,currency,count,value\r\nspring_sale,order_created,USD,1,25.99\r\n',
});
