import { type Command, environmentOf, environmentOption } from '../command.ts';
import { table } from '../table.ts';

const period = {
  from: { type: 'string', value: 'DAY', text: 'First day, YYYY-MM-DD' },
  to: { type: 'string', value: 'DAY', text: 'Last day, YYYY-MM-DD' },
  'time-zone': { type: 'string', value: 'ZONE', text: 'IANA time zone of the days (default: UTC)' },
  ...environmentOption,
} as const;

export const report: Command = {
  name: 'report',
  summary: 'Conversions by campaign, ad group, ad, day or event type',
  options: {
    by: {
      type: 'string',
      value: 'NAMES',
      text: 'day, campaign, ad_group, ad_id, event_type; comma-separated (default: campaign)',
    },
    ...period,
  },
  examples: ['adtrail report', 'adtrail report --by day,campaign --from 2026-11-01 --to 2026-11-22'],
  async run(context) {
    const { api, print, text } = context;
    const group_by = text('by') ?? 'campaign';
    const { body } = await api('GET', '/api/v1/pixel/reports/conversions', {
      query: {
        ...{ group_by, from: text('from'), to: text('to') },
        ...{ time_zone: text('time-zone'), environment: environmentOf(context) },
      },
    });
    const rows = body.rows as Record<string, unknown>[];
    const columns = [...(body.group_by as string[]), 'count', 'value', 'currency'];
    const title = `${body.from} to ${body.to} (${body.time_zone}, ${body.environment})`;
    print(body, `${title}\n\n${rows.length > 0 ? table(rows, columns) : 'No conversions.'}`);
  },
};

type Finding = { severity: string; message: string };
export const funnel: Command = {
  name: 'funnel',
  summary: 'Sessions to orders, with what is wrong in between',
  options: period,
  examples: ['adtrail funnel --from 2026-11-01 --to 2026-11-22'],
  async run(context) {
    const { api, print, text } = context;
    const { body } = await api('GET', '/api/v1/pixel/reports/funnel', {
      query: {
        ...{ from: text('from'), to: text('to') },
        ...{ time_zone: text('time-zone'), environment: environmentOf(context) },
      },
    });
    const steps = (body.steps as { step: string; count: number; rate_from_previous: number | null }[]).map(
      ({ step, count, rate_from_previous: rate }) => ({
        ...{ step, count },
        rate: rate === null ? '' : `${(rate * 100).toFixed(1)} %`,
      }),
    );
    const findings = (body.findings as Finding[]).map(({ severity, message }) => `${severity}: ${message}`);
    print(body, [table(steps, ['step', 'count', 'rate']), ...findings].join('\n\n'));
  },
};
