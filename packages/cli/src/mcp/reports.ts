import * as z from 'zod';
import { numbered } from '../numbered.ts';
import { answerOf, clean } from './present.ts';
import { money, periodAnswer, periodFields, periodQuery, pick, type Tool, tool } from './tool.ts';

type Row = Record<string, string | number> & { currency: string; count: number; value: string };
const dimensions = ['day', 'campaign', 'ad_group', 'ad_id', 'event_type', 'matched_by'] as const;
const report = '/api/v1/pixel/reports/conversions';
const funnelPath = '/api/v1/pixel/reports/funnel';
const Total = z.looseObject({ currency: z.string(), count: z.number(), value: z.string() });

const periodText = (body: Record<string, unknown>) =>
  `${body.from} to ${body.to}, both included, days in ${body.time_zone}; ${body.environment} events.`;

export const conversions = tool({
  name: 'conversion_report',
  title: 'Conversions by campaign, ad group, ad, day or event type',
  description:
    'What ads earned: count and value of conversions that an ad click earned, such as "which ad earned what last week". ' +
    `Sales that no ad earned are in unattributed_report. ${money}`,
  input: z.object({
    group_by: z
      .array(z.enum(dimensions))
      .max(6)
      .default(['campaign'])
      .describe('What a row is about. matched_by: external_user_id where the customer alone led to the click.'),
    time_basis: z.enum(['occurred', 'received']).default('occurred').describe('The time that assigns a conversion to a day.'),
    interval: z
      .enum(['hour', 'day', 'week', 'month'])
      .default('day')
      .describe('With day in group_by: what a row stands for. Hours are those of a period of one day.'),
    campaign: z.string().optional().describe('Only this campaign, by its exact name.'),
    ad_group: z.string().optional().describe('Only this ad group, by its exact name.'),
    ad_id: z.string().optional().describe('Only this ad, by its exact ID.'),
    event_type: z.string().optional().describe('Only this event type, such as order_created.'),
    limit: z.int().min(1).max(500).default(100).describe('Rows, those of the largest value first.'),
    ...periodFields,
  }),
  output: z.looseObject({
    ...periodAnswer,
    time_basis: z.string(),
    as_of: z.string(),
    rows: z.array(Total),
    more_rows: z.number(),
    totals: z.array(Total),
  }),
  async run(input, reader) {
    const { time_basis, event_type, interval, campaign, ad_group, ad_id } = input;
    const query = { ...periodQuery(input, reader), time_basis, event_type };
    const read = async (group_by: string, more = {}) => {
      const rows: Row[] = [];
      for (let cursor: string | undefined; ; ) {
        const { body } = await reader.get(report, { ...query, group_by, ...more, cursor });
        rows.push(...(body.rows as Row[]));
        if (typeof body.next_cursor !== 'string') return { ...body, rows } as Record<string, unknown>;
        cursor = body.next_cursor;
      }
    };
    // Names are compared here, because an assistant knows them without invisible characters.
    const names = Object.entries({ campaign, ad_group, ad_id }).filter(([, name]) => name !== undefined);
    const isAsked = (row: Row) => names.every(([field, name]) => row[field] === name || clean(String(row[field])) === name);
    const named = names.map(([field]) => field);
    const groups = [...new Set([...input.group_by, ...named])];
    const grouped = input.group_by.length > 0 ? await read(groups.join(','), { interval }) : undefined;
    // Only the service's totals are exact and include all rows.
    const totals = await read(named.length > 0 ? named.join(',') : 'currency');
    const totalRows = (totals.rows as Row[]).filter(isAsked);
    const others = new Set((totals.rows as Row[]).map((row) => String(row.campaign)));
    const isUnknown = campaign !== undefined && totalRows.length === 0;
    const all = ((grouped?.rows ?? []) as Row[]).filter(isAsked);
    const isByDay = input.group_by.includes('day');
    const sorted = isByDay ? all : all.toSorted((a, b) => Number(b.value) - Number(a.value));
    const rows = sorted.slice(0, input.limit);
    const hidden = all.length - rows.length;
    return answerOf(
      [
        `Conversions that ads earned. ${periodText(totals)} Days by the time an event ${input.time_basis === 'occurred' ? 'occurred' : 'arrived'}. ${money}`,
        ...(hidden > 0 ? [`${numbered(hidden, 'more row')} ${hidden === 1 ? 'is' : 'are'} not shown.`] : []),
        ...(names.length === 0
          ? []
          : [`Rows and totals are those of one ${named.map((name) => name.replace('_', ' ')).join(', ')} alone.`]),
        ...(event_type === undefined ? [] : ['Rows and totals are those of one event type alone.']),
        ...(totalRows.length === 0 ? ['There are none in this period.'] : []),
        ...(isUnknown ? ['campaigns_with_conversions names those that have any.'] : []),
      ],
      {
        ...pick(totals, ['from', 'to', 'time_zone', 'environment', 'time_basis', 'as_of']),
        group_by: input.group_by,
        rows,
        more_rows: all.length - rows.length,
        totals: totalRows,
        ...Object.fromEntries(names),
        ...(isUnknown && { campaigns_with_conversions: [...others].slice(0, 50) }),
      },
    );
  },
});

type Quality = Record<string, unknown> & { unattributed: Record<string, unknown>[] };

export const unattributed = tool({
  name: 'unattributed_report',
  title: 'Sales that no ad earned, by reason',
  description: `Events that no ad click earned so far, with the reason and the value by currency. An organic visitor is no error. ${money}`,
  input: z.object(periodFields),
  output: z.looseObject({ ...periodAnswer, reasons: z.array(z.looseObject({ reason: z.string() })) }),
  async run(input, reader) {
    const { body } = await reader.get(funnelPath, periodQuery(input, reader));
    const { unattributed, unmatched_rate, late_matches } = body.quality as Quality;
    const reasons = unattributed.map((reason) => ({
      ...pick(reason, ['reason', 'count', 'values']),
      means: meaningOf(String(reason.reason)),
    }));
    return answerOf(
      [
        `Events that no ad earned. ${periodText(body)} By the day of arrival. ${money}`,
        ...(reasons.length === 0 ? ['There are none in this period.'] : []),
      ],
      {
        ...pick(body, ['from', 'to', 'time_zone', 'environment']),
        reasons,
        unmatched_rate,
        late_matches,
      },
    );
  },
});

export const funnel = tool({
  name: 'funnel_report',
  title: 'From visits to orders, with findings',
  description:
    'Sessions, page views, items added, checkouts and orders, with the rate between them, and findings: what is wrong with the tracking or with the shop, most severe first. At most 731 days; sessions are not known by campaign.',
  input: z.object(periodFields),
  output: z.looseObject({
    ...periodAnswer,
    steps: z.array(z.looseObject({ step: z.string(), count: z.number() })),
    findings: z.array(z.looseObject({ code: z.string(), severity: z.string(), message: z.string() })),
  }),
  async run(input, reader) {
    const { body } = await reader.get(funnelPath, periodQuery(input, reader));
    const findings = (body.findings as Record<string, unknown>[]).map((finding) => pick(finding, ['code', 'severity', 'message', 'facts']));
    const { unattributed: _, ...quality } = body.quality as Quality;
    return answerOf(
      [
        `The funnel. ${periodText(body)} By the day of arrival. A rate above 1 means that the step before it is not measured completely.`,
        findings.length === 0 ? 'Nothing stands out.' : `${numbered(findings.length, 'finding')}.`,
      ],
      {
        ...pick(body, ['from', 'to', 'time_zone', 'environment', 'steps', 'event_types']),
        findings,
        quality,
      },
    );
  },
});

const meanings: Record<string, string> = {
  no_click_id: 'The event had no click ID: the server did not read the visitor’s cookie, or there was no visit.',
  unknown_svc_click_id:
    'No click has the ID that was sent: it is cut, or of another environment. A click that arrives within 7 days still earns it.',
  unreadable_svc_click_id: 'What was sent is no click ID: a cookie that was cut or changed on its way to the server.',
  expired_svc_click_id: 'The click is older than the click window of the pixel.',
  no_ad_click: 'The visit did not come from an ad: an organic visitor, or a link without svc_campaign or utm_campaign.',
};
export const meaningOf = (reason: string): string => meanings[reason] ?? 'See the guide on sales that are not attributed.';

export const reportTools: readonly Tool[] = [conversions, unattributed, funnel];
