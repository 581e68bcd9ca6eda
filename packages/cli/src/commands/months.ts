import { type Command, type Context, cursorOption, moreText, scopeOf, scopeOptions } from '../command.ts';
import { usage } from '../failure.ts';
import { numbered } from '../numbered.ts';
import { table } from '../table.ts';

const path = '/api/v1/pixel/reconciliations/months';

type Comparison = { differences: number | null; days_compared: number; days: number };
type Month = {
  month: string;
  state: string;
  comparison: Comparison | null;
  changed_since: { currency: string; net_value: string; spend: string }[] | null;
};

const rowOf = ({ month, state, comparison, changed_since: changes }: Month) => {
  const since = (amount: 'net_value' | 'spend') =>
    changes?.map((change) => `${change[amount]} ${change.currency}`).join(', ') ?? (state === 'closed' ? 'not counted' : '');
  return {
    month,
    state,
    differences: comparison?.differences ?? '',
    days: comparison ? `${comparison.days_compared} of ${comparison.days}` : '',
    net_since: since('net_value'),
    spend_since: since('spend'),
  };
};
const columns = ['month', 'state', 'differences', 'days', 'net_since', 'spend_since'];

const list: Command = {
  name: 'months list',
  summary: 'List the months of your books, and what changed since they were closed',
  options: { limit: { value: 'N', text: '1 to 100 (default: 12)' }, ...cursorOption, ...scopeOptions },
  examples: ['adtrail months list'],
  async run(context) {
    const { api, print, text } = context;
    const query = { ...scopeOf(context), limit: text('limit'), cursor: text('cursor') };
    const { body } = await api('GET', path, { query });
    const rows = (body.months as Month[]).map(rowOf);
    const listed = rows.length > 0 ? table(rows, columns) : 'No months: reconcile the orders of one first.';
    print(body, `${listed}${moreText(body.next_cursor)}`);
  },
};

async function changed(context: Context, act: 'close' | 'reopen', reason: string | undefined) {
  const { args, api, print } = context;
  const of = `${path}/${encodeURIComponent(args[0] ?? '')}/${act}`;
  const { body } = await api('POST', of, { query: scopeOf(context), body: { reason } });
  const { month, state, comparison } = body as Month;
  const compared = comparison && `${comparison.days_compared} of ${numbered(comparison.days, 'day')} compared`;
  const differences = comparison?.differences == null ? '' : numbered(comparison.differences, 'difference');
  print(body, `${[`${month} is ${state}`, differences, compared].filter(Boolean).join(', ')}.`);
}

const close: Command = {
  name: 'months close',
  summary: 'Stamp a month with its comparison and its totals; nothing is refused afterwards',
  args: '<month>',
  options: { reason: { value: 'TEXT', text: 'A note for the history' }, ...scopeOptions },
  examples: ['adtrail months close 2026-10'],
  run: (context) => changed(context, 'close', context.text('reason')),
};

const reopen: Command = {
  name: 'months reopen',
  summary: 'Take the stamp of a closed month back',
  args: '<month>',
  options: { reason: { value: 'TEXT', text: 'Why (required)' }, ...scopeOptions },
  examples: ['adtrail months reopen 2026-10 --reason "A refund was missing"'],
  async run(context) {
    const reason = context.text('reason');
    if (!reason) throw usage('--reason is missing: why the month is reopened.');
    await changed(context, 'reopen', reason);
  },
};

export const months: readonly Command[] = [list, close, reopen];
