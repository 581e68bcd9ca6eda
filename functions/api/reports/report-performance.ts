import { allChecked } from '#functions/api/all-checked.ts';
import { datesOf, periodProblems } from '#functions/api/period.ts';
import { pixelFilter, reportScope } from '#functions/api/read-scope.ts';
import { validFields } from '#functions/api/row-problems.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { cellStart, cellStates, cells } from '#shared/cells/needs.ts';
import { accountSettings } from '#shared/conversions/needs.ts';
import { anotherRequest } from '#shared/http/bound-cursor.ts';
import { csvEndpoint } from '#shared/http/csv-endpoint.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fittingCount } from '#shared/http/page-bytes.ts';
import { bounds, readPerformance } from '#shared/performance/read-performance.ts';
import { maxPerformanceDays } from '#shared/performance/rules/limits.ts';
import { periodsOf, previousDays } from '#shared/performance/rules/periods.ts';
import { daysText } from '#shared/performance/rules/rates.ts';
import { type Row, rowsOf, totalsOf, totalsWithSpend } from '#shared/performance/rules/rows.ts';
import { comparePlaces, isPlaceOf, type Sort, sortedRows, usualSort } from '#shared/performance/rules/sort.ts';
import { reportLimit } from '#shared/reports/rules/limits.ts';
import { exchangeRates, spendAliases, spendDays } from '#shared/spend/needs.ts';
import { csvOf } from '#shared/values/csv.ts';
import { fail, invalid, type Problem, serviceErrors } from '#shared/values/errors.ts';
import { sha256 } from '#shared/values/ids.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { ageBoundsOf, fileOf, leftOutOf, rowOf, totalOf } from './performance-answer.ts';
import { examplePerformance } from './performance-example.ts';
import { judgementIn } from './performance-judgement.ts';
import { limitOf, type PerformanceAsked, PerformanceQuery, rowCursor, usualGroups } from './performance-query.ts';
import { PerformanceReport } from './performance-schema.ts';
import { asksForCsv, csvAnswer, csvForm, csvHint, csvText } from './report-csv.ts';

const problem = (field: string, msg: string, type = 'value_error'): Problem => ({
  type,
  loc: ['query', field],
  msg,
});

export const reportPerformance = defineEndpoint({
  id: 'reportPerformance',
  method: 'GET',
  path: '/api/v1/pixel/reports/performance',
  auth: 'report',
  needs: { accountSettings, cellStart, cellStates, cells, exchangeRates, keys, spendAliases, spendDays },
  summary: 'Report what each ad cost and earned',
  description:
    `Returns clicks, conversions, value and spend by day, channel, campaign, ad group or ad, for at most ${maxPerformanceDays} days. ` +
    'A row is there if it has any of them: ads without a sale, without a click, and deleted campaigns are rows too. ' +
    'A ratio divides the spend and the orders of the same ads and days, those whose spend is known and found clicks; `spend_coverage` ' +
    'says how much that is, and `reason` why a row has none. `advice` says what the return of a row means for the `target_return` of the settings. Ratios are computed from exact sums and rounded once, half up; what is ' +
    'unknown is `null` and never 0. ' +
    'Spend is imported (`createSpendImport`) and finds its ads as `listSpendJoins` shows. It appears once: on the channel with most ' +
    'human clicks of its ad and day, else on the usual channel of its network. Spend of a whole campaign is a row of its own, whose `ad_group` and `ad_id` are `null`.\n\n' +
    'A read-only key needs `scope: performance`.\n\n' +
    'A call reads the counters of its days, the spend, the aliases and the click windows of the pixels: for 90 days of 40 ads and the ' +
    `period before, at most 90 read units. It reads at most ${bounds.cells} counters and ${bounds.spendRows} rows of spend; more is 422.\n\n` +
    'A page ends at `limit`, or before at 4 MB: the report ends where `next_cursor` is null. ' +
    csvHint('reportPerformanceCsv'),
  query: PerformanceQuery,
  responses: { 200: PerformanceReport },
  otherForms: [csvForm],
  errors: [serviceErrors.too_many_requests],
  callLimit: reportLimit,
  example: {
    query: { from: '2026-11-01', to: '2026-11-30', group_by: 'ad_id' },
    responses: { 200: examplePerformance },
  },

  check: ({ query, hasProblems }, { now }) => (hasProblems ? validQueryProblems(query as Record<string, unknown>, now()) : []),

  async handle({ query: asked, actor, header }, deps) {
    if ('readKey' in actor && actor.readKey.scope !== 'performance') throw fail(serviceErrors.forbidden);
    const now = deps.now();
    const { cursor } = asked;
    const query = reportScope(actor, {
      ...asked,
      from: asked.from ?? cursor?.from,
      to: asked.to ?? cursor?.to,
    });
    const isOfPixelKey = 'readKey' in actor && actor.readKey.pixelKey !== null;
    const groupBy = query.group_by ?? usualGroups;
    const sort = query.sort ?? usualSort(groupBy);
    const [{ primaryEventType, targetReturn }, [{ from, to }]] = await Promise.all([
      deps.accountSettings.read(actor.accountId),
      allChecked(
        () =>
          checkedDates(query, now, [
            ...sortProblems(sort, groupBy),
            ...ageProblems(query),
            ...(cursor && !isPlaceOf(cursor, sort) ? [problem('cursor', 'Not a `next_cursor` of an earlier response')] : []),
          ]),
        () => pixelFilter(actor.accountId, query, deps.keys),
      ),
    ]);
    const { environment, pixel_key: pixelKey, time_zone: zone, time_basis: basis, currency = null } = query;
    const { conversion = primaryEventType } = query;
    const { current, previous } = periodsOf({ from, to }, zone, {
      comparison: query.compare,
      sameAge: query.compare_age === 'same',
      now,
    });
    const reading = readPerformance(
      { accountId: actor.accountId, environment },
      {
        periods: previous ? [current, previous] : [current],
        zone,
        basis,
        currency,
        groupBy,
        pixelKey,
        adjustedOn: query.adjusted_on,
        conversion,
        traffic: query.traffic,
        paid: query.paid,
        filter: {
          channel: query.channel,
          campaign: query.campaign,
          adGroup: query.ad_group,
          adId: query.ad_id,
          contains: query.contains,
          network: query.network,
        },
        showsUnjoined: !isOfPixelKey,
      },
      deps,
      {
        windowOf: (pixel) => deps.keys.clickWindowDays(pixel),
        exceeded: (bound) => {
          const what = { cells: 'counters', spendRows: 'rows of spend', joins: 'possible joins of spend' }[bound];
          throw invalid(problem('from', `More than ${bounds[bound]} ${what} in this period. Choose fewer days`));
        },
      },
    );
    const [performanceData, counted] = await Promise.all([reading, deps.cellStart.said()]);
    if (performanceData.missingRates.size > 0) throw invalid(...rateProblems(performanceData.missingRates, currency));

    const options = {
      currency,
      isByClick: basis === 'click',
      zone,
      today: dayIn(zone, now),
    };
    const { current: shownPeriod, previous: earlierPeriod } = performanceData;
    const isFile = asksForCsv(query.format, header);
    const settings = sha256(JSON.stringify([conversion, performanceData.settings])).slice(0, 12);
    if (cursor && cursor.settings !== settings)
      throw anotherRequest(
        'The primary event type, the aliases of spend or the exchange rates changed after this page. Ask for the first page again',
      );
    const all = rowsOf(shownPeriod, earlierPeriod, options);
    const sorted = sortedRows(all, groupBy, sort).filter(({ place }) => !cursor || comparePlaces(place, cursor, sort) > 0);
    const ages = ageBoundsOf(current, groupBy);
    const limited = sorted.slice(0, limitOf(query, isFile));
    const totalRows = totalsOf(shownPeriod, earlierPeriod, options);
    const judgementOf = judgementIn(totalRows, groupBy, { ...performanceData, targetReturn });
    const answers = limited.map(({ row }) => rowOf(row, groupBy, ages.of(row), judgementOf(row)));
    const { columns, lines } = isFile ? fileOf(answers, groupBy, all) : { columns: [], lines: [] };
    const lineOf = (line: (typeof lines)[number]) => csvOf([columns.map((column) => line[column])]);
    const count = isFile ? fittingCount(lines, lineOf) : fittingCount(answers);
    const last = sorted[count - 1];
    const next = last && sorted.length > count ? rowCursor.textOf({ ...last.place, settings, from, to }) : null;
    if (isFile) {
      const file = csvAnswer(`performance-${from}-${to}`, columns, lines.slice(0, count), query.bom);
      return next === null ? file : { ...file, headers: { ...file.headers, 'x-next-cursor': next } };
    }
    const rows = answers.slice(0, count);
    const totals = (of: readonly Row[]) => of.map((row) => totalOf(row, ages.lowest));
    return ok({
      from,
      to,
      environment,
      ...(pixelKey !== undefined && { pixel_key: pixelKey }),
      time_zone: zone,
      group_by: [...groupBy],
      conversion,
      time_basis: basis,
      adjusted_on: query.adjusted_on,
      model: query.model,
      traffic: query.traffic,
      paid: query.paid,
      currency,
      compare: query.compare,
      previous_period: previous && { from: previous.from, to: previous.to },
      as_of: new Date(now).toISOString(),
      rows,
      next_cursor: next,
      totals: totals(totalRows),
      totals_with_spend: totals(totalsWithSpend(shownPeriod, earlierPeriod, options)),
      left_out: leftOutOf(shownPeriod.leftOut, {
        paid: query.paid,
        isConverted: currency !== null,
        isOfPixelKey,
      }),
      facts_since: counted.factsSince,
      incomplete_before: counted.incompleteBefore,
      spend_time_zones: [...shownPeriod.spendZones].sort(),
      networks: [...shownPeriod.networks].sort(),
      target_return: targetReturn,
      spend_known: performanceData.spendKnown,
    });
  },
});

function validQueryProblems(sent: Record<string, unknown>, now: number): Problem[] {
  const query = validFields(PerformanceQuery.shape, sent);
  const { compare = 'none', compare_age = 'any', time_zone: zone, sort, group_by = usualGroups } = query;
  const { from, to } = 'from' in query && 'to' in query && zone ? datesOf({ ...query, time_zone: zone }, now) : {};
  return [
    ...(from && to && zone ? dayProblems({ from, to, compare, zone }) : []),
    ...(sort && (query.group_by || !sent.group_by) ? sortProblems(sort, group_by) : []),
    ...('compare' in query ? ageProblems({ ...query, compare, compare_age }) : []),
  ];
}

type Days = { from: string; to: string; compare: PerformanceAsked['compare']; zone: string };

function checkedDates(query: PerformanceAsked, now: number, problems: readonly Problem[]) {
  const { compare, time_zone: zone } = query;
  const { from, to } = datesOf(query, now);
  const all = [...dayProblems({ from, to, compare, zone }), ...problems];
  if (all.length > 0) throw invalid(...all);
  return { from, to };
}

function dayProblems({ from, to, compare, zone }: Days): Problem[] {
  const ofDays = periodProblems(from, to, 'query', { max: maxPerformanceDays, zone }).map((problem) => ({
    ...problem,
    ...(problem.msg.startsWith('At most') && { type: 'too_many_days' }),
  }));
  const before = compare === 'none' || ofDays.length > 0 ? undefined : previousDays(from, to, compare);
  const isTooEarly = before !== undefined && !/^(?!0000)\d{4}-/.test(before.from);
  const ofBefore = before && !isTooEarly ? periodProblems(before.from, before.to, 'query', { max: maxPerformanceDays + 1, zone }) : [];
  return [...ofDays, ...(isTooEarly || ofBefore.length > 0 ? [problem('compare', 'There are no days before this period')] : [])];
}

const sortProblems = ({ field }: Sort, groupBy: readonly string[]): Problem[] =>
  ['day', 'week', 'month', 'pixel_key', 'channel', 'campaign', 'ad_group', 'ad_id'].includes(field) && !groupBy.includes(field)
    ? [problem('sort', `Rows are not grouped by ${field}`)]
    : [];

type Ages = Pick<PerformanceAsked, 'compare' | 'compare_age'> & Partial<Pick<PerformanceAsked, 'time_basis' | 'adjusted_on'>>;

function ageProblems({ compare, compare_age, time_basis, adjusted_on }: Ages): Problem[] {
  if (compare_age === 'any') return [];
  return [
    ...(compare === 'none' ? [problem('compare_age', 'Only with `compare`')] : []),
    ...(time_basis === 'occurred' ? [problem('compare_age', 'Only with `time_basis=click`')] : []),
    // The day of an adjustment says nothing about the age of its order, so ages cannot be compared by it.
    ...(adjusted_on === 'adjustment' ? [problem('compare_age', 'Only with `adjusted_on=order`')] : []),
  ];
}

const rateProblems = (missing: ReadonlyMap<string, ReadonlySet<string>>, currency: string | null): Problem[] =>
  [...missing].map(([from, days]) =>
    problem(
      'currency',
      `No rate from ${from} to ${currency} on ${daysText(days)}. Set it with \`PUT /api/v1/exchange-rates\``,
      'rate_missing',
    ),
  );

export const reportPerformanceCsv = csvEndpoint(reportPerformance, {
  id: 'reportPerformanceCsv',
  summary: 'Report what each ad cost and earned as a file',
  description:
    'Returns the rows of `reportPerformance`; fields inside a field are columns, such as `previous.spend`, and `null` is empty. All ' +
    'pages have the same columns. If there are more rows than ' +
    `\`limit\`, or than 4 MB, the header \`X-Next-Cursor\` has the \`cursor\` of the next page. ${csvText}`,
  form: csvForm,
  example:
    'ad_id,currency,impressions,platform_clicks,clicks,conversions,conversion_rate,value,average_value,spend,' +
    'cost_per_click,cost_per_conversion,return_on_ad_spend,matched_by.svc_click_id,matched_by.external_user_id,' +
    'by_type.signup_completed.count,by_type.signup_completed.value,maturing,final_on,warnings,' +
    'net_value,net_return,adjusted,voided,reason,spend_coverage.days_known,spend_coverage.days,spend_coverage.spend,' +
    'spend_coverage.value,spend_coverage.conversions,spend_coverage.clicks,spend_coverage.unjoined_spend,' +
    'ad_name,advice.word,advice.rule,net_advice.word,net_advice.rule\r\n' +
    'ad_42,USD,12000,415,400,12,0.030000,1080.00,90.0000,240.00,0.6000,20.0000,4.5000,11,1,30,0.00,true,2026-12-31,,1010.00,4.2083,1,0,' +
    ',30,30,240.00,1080.00,12,400,0.00,Wide fit trail shoes,grow,return_above_target,grow,return_above_target\r\n',
});
