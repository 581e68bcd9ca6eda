import { setTimeout as delay } from 'node:timers/promises';
import { problemsOf as listedIn } from '../../../node/src/post.ts';
import { putFile } from '../../../node/src/spend-exchange.ts';
import type { Answer } from '../api.ts';
import { type Command, type Context, clientOf, cursorOption, moreText, scopeOf, scopeOptions } from '../command.ts';
import { Failure } from '../failure.ts';
import { numbered } from '../numbered.ts';
import { table } from '../table.ts';
import { oneLine } from '../visible.ts';
import { type Comparison, comparisonText } from './reconcile-text.ts';
import { columnOf, contentOf } from './sent-file.ts';

const path = '/api/v1/pixel/reconciliations';
const maxSentBytes = 5 * 1_048_576;
const uploadMs = 600_000;
const pollMs = 1000;

const facts = {
  'time-zone': { value: 'ZONE', text: 'IANA time zone of the shop (default: UTC)' },
  currency: { value: 'CODE', text: 'Currency of orders that name none' },
  'date-format': { value: 'FORM', text: 'MM/DD/YYYY or DD/MM/YYYY, if the file does not show it' },
  from: { value: 'DAY', text: 'First day (default: that of the first order)' },
  to: { value: 'DAY', text: 'Last day, included (default: that of the last order)' },
  'event-type': { value: 'NAME', text: 'Type of your events (default: order_created)' },
  'id-template': { value: 'TEXT', text: 'Event ID of an order (default: order_created:{order_id})' },
  tolerance: { value: 'AMOUNT', text: 'Values that differ by at most this are equal' },
} as const;

type Problem = { line: number | null; field: string | null; message: string };
type Refusal = { problems: Problem[]; problem_count: number };

const reconcileFile: Command = {
  name: 'reconcile',
  summary: 'Compare the orders of your shop with the events that arrived',
  args: '<file>',
  options: {
    ...facts,
    column: {
      multiple: true,
      value: 'FIELD=HEADING',
      text: 'Heading of a column that is not recognised, such as order_id=Receipt; can be repeated',
    },
    ...scopeOptions,
  },
  examples: [
    'adtrail reconcile orders.csv --time-zone America/New_York',
    'adtrail reconcile till.csv --currency EUR --column order_id=Receipt --column value=Gross',
  ],
  async run(context) {
    const { api, note, print, json } = context;
    const query = scopeOf(context);
    const begun = await sendOrders(context, query);
    if (begun.status === 422) throw refusedOf(context, problemsOf(begun.body), begun.body.request_id);
    const of = `${path}/${encodeURIComponent(String(begun.body.reconciliation_id))}`;
    for (let last = -1; ; await delay(pollMs)) {
      const { body } = await api('GET', of, { query });
      const { status, progress } = body as { status: string; progress?: { percent: number } };
      if (status === 'failed') throw refusedOf(context, body as Refusal);
      if (status !== 'pending' && status !== 'running') return print(body, comparisonText(body as Partial<Comparison>));
      if (!json && progress && progress.percent !== last) note(`${progress.percent} %`);
      last = progress?.percent ?? last;
    }
  },
};

async function sendOrders(context: Context, query: ReturnType<typeof scopeOf>): Promise<Answer> {
  const { api, args, note, text, texts } = context;
  const file = await contentOf(args[0] ?? '', context);
  const givenFacts = Object.fromEntries(
    Object.keys(facts).flatMap((name) => {
      const value = text(name);
      return value === undefined ? [] : [[name.replaceAll('-', '_'), value]];
    }),
  );
  const columns = Object.fromEntries(texts('column').map(columnOf));
  const hasColumns = Object.keys(columns).length > 0;
  if (file.length <= maxSentBytes) {
    const named = hasColumns && { columns: JSON.stringify(columns) };
    return await api('POST', path, {
      query: { ...query, ...givenFacts, ...named },
      content: { file },
      also: [422],
    });
  }
  const { body } = await api('POST', '/api/v1/uploads', {
    query: clientOf(context),
    body: { size_bytes: file.length },
  });
  note(`Uploading ${(file.length / 1_048_576).toFixed(1)} MB.`);
  await putFile(String(body.url), file, { send: fetch, timeoutMs: uploadMs });
  const request = { ...givenFacts, ...(hasColumns && { columns }), upload_id: body.upload_id };
  return await api('POST', path, { query, body: request, also: [422] });
}

function problemsOf(body: Record<string, unknown>): Refusal {
  const problems = listedIn(body.detail).map(({ loc, msg }) => ({
    line: loc.find((part) => typeof part === 'number') ?? null,
    field: loc.findLast((part) => typeof part === 'string') ?? null,
    message: msg,
  }));
  return { problems, problem_count: Number(body.problem_count ?? problems.length) };
}

function refusedOf({ print, json }: Context, { problems, problem_count: count }: Refusal, requestId?: unknown): Failure {
  const lines = problems.map(({ line, field, message }) =>
    oneLine([line === null ? '' : `line ${line}`, field, message].filter(Boolean).join(', ')),
  );
  const more = count > problems.length ? [`and ${count - problems.length} more`] : [];
  print({ problems, problem_count: count }, [...lines, ...more].join('\n'));
  const sentence = `The file has ${numbered(count, 'problem')}. Nothing was compared.`;
  return new Failure(json ? `${sentence} ${lines[0] ?? ''}`.trim() : sentence, {
    code: 'orders_refused',
    requestId: requestId === undefined ? undefined : String(requestId),
  });
}

type Row = Record<string, unknown> & { event: { net_value: string } | null };
const listRows: Command = {
  name: 'orders list',
  summary: 'List the orders of a reconciliation that are in a category, with their differences',
  args: '<id>',
  options: {
    category: { value: 'NAME', text: 'missing (default), doubled, value_differs, …' },
    limit: { value: 'N', text: '1 to 1,000 (default: 100)' },
    ...cursorOption,
    ...scopeOptions,
  },
  examples: ['adtrail orders list recon_0mi8hq2c07Yk2c9XbR4mVt1 --category doubled'],
  async run(context) {
    const { args, api, print, text } = context;
    const category = text('category') ?? 'missing';
    const query = { ...scopeOf(context), category, limit: text('limit'), cursor: text('cursor') };
    const { body } = await api('GET', `${path}/${encodeURIComponent(args[0] ?? '')}/rows`, { query });
    const rows = (body.rows as Row[]).map((row) => ({ ...row, adtrail: row.event?.net_value ?? '' }));
    const columns = ['order_id', 'occurred_at', 'value', 'currency', 'adtrail', 'difference', 'reason'];
    const more = moreText(body.next_cursor);
    print(body, `${rows.length > 0 ? table(rows, columns) : 'No orders.'}${more}`);
  },
};

export const reconcile: readonly Command[] = [reconcileFile, listRows];
