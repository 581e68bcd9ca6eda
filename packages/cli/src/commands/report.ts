import { writeFileSync } from 'node:fs';
import type { Answer } from '../api.ts';
import { type Command, type Context, scopeOf, scopeOptions } from '../command.ts';
import { exits, Failure, usage } from '../failure.ts';
import { table } from '../table.ts';
import { writeOut } from '../visible.ts';

export const periodOptions = {
  from: { value: 'DAY', text: 'First day, YYYY-MM-DD' },
  to: { value: 'DAY', text: 'Last day, YYYY-MM-DD' },
  'time-zone': { value: 'ZONE', text: 'IANA time zone of the days (default: UTC)' },
  pixel: { value: 'KEY', text: 'Events of this public key only' },
  ...scopeOptions,
  csv: { value: 'FILE', text: 'Write a file for spreadsheets; - writes to stdout' },
} as const;
export const reportQuery = (context: Context) => ({
  from: context.text('from'),
  to: context.text('to'),
  time_zone: context.text('time-zone'),
  pixel_key: context.text('pixel'),
  ...scopeOf(context),
});

const end = '\r\n';

/**
 * Reads the pages of a report up to `query.limit` rows. Returns nothing if the report goes to the file of `--csv`.
 */
export async function readReport(context: Context, path: string, query: Record<string, string | undefined>) {
  const { api, text, print } = context;
  const file = text('csv');
  const form = file === undefined ? undefined : 'csv';
  const limit = Number(query.limit ?? Number.POSITIVE_INFINITY);
  const get = (cursor?: string, count = 0) => {
    const rest = cursor && query.limit ? String(limit - count) : query.limit;
    return api('GET', path, { query: { ...query, limit: rest, format: form, cursor }, auth: 'report' });
  };
  const linesOf = (answer: Answer) => answer.text.split(end);
  const rowsOf = (answer: Answer) => (form ? linesOf(answer).slice(1, -1) : (answer.body.rows as unknown[]));
  const nextOf = ({ next, body }: Answer) => next ?? (body.next_cursor as string | null | undefined);
  const answer = await get();
  const rows = [...(rowsOf(answer) ?? [])];
  let next = nextOf(answer);
  while (next && rows.length < limit) {
    const page = await get(next, rows.length);
    if (form && linesOf(page)[0] !== linesOf(answer)[0])
      throw new Failure('The report changed while it was read.', {
        exit: exits.failed,
        code: 'report_changed',
      });
    if (rowsOf(page).length === 0) break;
    for (const row of rowsOf(page)) rows.push(row);
    next = nextOf(page);
  }
  if (file === undefined) return 'next_cursor' in answer.body ? { ...answer.body, rows, next_cursor: next ?? null } : answer.body;
  const content = [linesOf(answer)[0], ...rows, ''].join(end);
  if (file === '-') return writeOut(content);
  try {
    writeFileSync(file, content);
  } catch {
    throw usage(`${file} cannot be written.`);
  }
  return print({ file }, `Written to ${file}.`);
}

export const report: Command = {
  name: 'report',
  summary: 'Conversions by campaign, ad group, ad, day or event type',
  options: {
    by: {
      value: 'NAMES',
      text: 'day, campaign, ad_group, ad_id, event_type; comma-separated (default: campaign)',
    },
    interval: {
      value: 'NAME',
      text: 'With day in --by: hour (of one day), day, week or month (default: day)',
    },
    campaign: { value: 'NAME', text: 'This campaign only' },
    'ad-group': { value: 'NAME', text: 'This ad group only' },
    ad: { value: 'ID', text: 'This ad only' },
    type: { value: 'NAME', text: 'This event type only' },
    ...periodOptions,
  },
  examples: [
    'adtrail report',
    'adtrail report --by day,campaign --from 2026-11-01 --to 2026-11-22',
    'adtrail report --by day --interval month --campaign spring_sale --from 2025-12-01',
  ],
  async run(context) {
    const { print, text } = context;
    const filters = {
      campaign: text('campaign'),
      ad_group: text('ad-group'),
      ad_id: text('ad'),
      event_type: text('type'),
      interval: text('interval'),
    };
    const body = await readReport(context, '/api/v1/pixel/reports/conversions', {
      ...reportQuery(context),
      ...filters,
      group_by: [text('by') ?? 'campaign', ...(filters.campaign === undefined ? [] : ['campaign'])].join(','),
    });
    if (!body) return;
    const rows = body.rows as Record<string, unknown>[];
    const isByHour = rows.some(({ hour }) => hour !== undefined);
    const groups = (body.group_by as string[]).flatMap((name) => (name === 'day' && isByHour ? ['hour'] : [name]));
    const columns = [...groups, 'count', 'value', 'currency'];
    const title = `${body.from} to ${body.to} (${body.time_zone}, ${body.environment})`;
    print(body, `${title}\n\n${rows.length > 0 ? table(rows, columns) : 'No conversions.'}`);
  },
};

type Finding = { severity: string; message: string };
export const funnel: Command = {
  name: 'funnel',
  summary: 'Sessions to orders, with what is wrong in between',
  options: periodOptions,
  examples: ['adtrail funnel --from 2026-11-01 --to 2026-11-22'],
  async run(context) {
    const { print } = context;
    const body = await readReport(context, '/api/v1/pixel/reports/funnel', reportQuery(context));
    if (!body) return;
    const steps = (body.steps as { step: string; count: number; rate_from_previous: number | null }[]).map(
      ({ step, count, rate_from_previous: rate }) => ({
        step,
        count,
        rate: rate === null ? '' : `${(rate * 100).toFixed(1)} %`,
      }),
    );
    const findings = (body.findings as Finding[]).map(({ severity, message }) => `${severity}: ${message}`);
    print(body, [table(steps, ['step', 'count', 'rate']), ...findings].join('\n\n'));
  },
};
