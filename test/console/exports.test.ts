// Slow: it walks pages in a browser.
import { globSync, readFileSync } from 'node:fs';
import type { Response } from 'playwright-core';
import { openExampleSite } from './example-site.ts';

const site = openExampleSite();

/** A column has the name of the field that it shows, or its name here; `null` is made of a field's parts. `at` is the place of its button. */
type Listed = { path: string; file: string; list: string; at?: number; named?: Record<string, string | null> };
const exports: Listed[] = [
  {
    path: '/account/credits',
    file: 'account/credits.tsx',
    list: 'transactions',
    named: { at: 'created_at', credits: 'amount', balance: 'balance_after' },
  },
  { path: '/assistant-ads', file: 'assistant/assistant.tsx', list: 'reports', at: 1, named: { account: 'account_name' } },
  { path: '/assistant-ads', file: 'assistant/cost-and-return.tsx', list: 'rows', named: { orders: 'conversions' } },
  {
    path: '/books?category=missing',
    file: 'books/rows.tsx',
    list: 'rows',
    at: 1,
    named: {
      event_type: 'event.event_type',
      event_net_value: 'event.net_value',
      event_currency: 'event.currency',
      event_occurred_at: 'event.occurred_at',
      channel: 'event.channel',
      doubles: null,
    },
  },
  { path: '/events', file: 'events/events.tsx', list: 'events' },
  { path: '/operators/users/4711', file: 'operators/account/credits.tsx', list: 'transactions' },
  {
    path: '/operators/audit',
    file: 'operators/audit.tsx',
    list: 'entries',
    named: { who: null, actor_kind: 'actor.kind', actor_id: 'actor.id', details: null },
  },
  { path: '/operators/waitlist', file: 'operators/waitlist.tsx', list: 'accounts', named: { categories: null } },
  { path: '/operators/webhooks', file: 'operators/webhooks.tsx', list: 'webhooks' },
];

it('each export of a list is tried', () => {
  const files = globSync('**/*.tsx', { cwd: 'web/console' }).filter((file) =>
    readFileSync(`web/console/${file}`, 'utf8').includes('<ExportList'),
  );
  expect(files.toSorted()).toEqual(exports.map(({ file }) => file).toSorted());
});

type Row = Record<string, unknown>;
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Names of fields, `event.channel` for a field of a field. */
function fieldsOf(row: Row, before = ''): Map<string, string> {
  const entries = Object.entries(row).flatMap(([name, value]): (readonly [string, string])[] =>
    typeof value === 'object' && value !== null
      ? [...fieldsOf(value as Row, `${before}${name}.`)]
      : [[`${before}${name}`, textOf(value)] as const],
  );
  return new Map(entries);
}

const cellsOf = (line: string): string[] =>
  [...`,${line}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'));

async function taken({ path, list, at = 0 }: Listed) {
  await site.open(path);
  const answers: Promise<Record<string, unknown>>[] = [];
  const keep = (response: Response) => {
    if (response.url().includes('/api/')) answers.push(response.json());
  };
  site.page.on('response', keep);
  await site.page.getByRole('button', { name: 'Export CSV', exact: true }).nth(at).click();
  const files: string[] = [];
  await expect.poll(async () => files.push(...(await site.takenFiles()))).toBe(1);
  site.page.off('response', keep);
  const [, head = '', ...lines] = (files[0] ?? '').trimEnd().split(/\r?\n/);
  const rows = (await Promise.all(answers)).flatMap((answer) => (answer[list] ?? []) as Row[]).map((row) => fieldsOf(row));
  return { columns: cellsOf(head), lines: lines.map(cellsOf), rows };
}

it.each(exports)('each column of an exported list shows the field of its name: $file', async (listed) => {
  const { columns, lines, rows } = await taken(listed);
  expect([columns, rows.length]).toEqual([columns, lines.length]);
  expect(lines.length).toBeGreaterThan(2);
  const { named = {} } = listed;
  const others = columns.flatMap((column, place) => {
    const isShown = (field: string) => lines.every((cells, line) => (rows[line]?.get(field) ?? '') === cells[place]);
    const wanted = named[column] === undefined ? column : named[column];
    const isRight = wanted === null ? lines.every((cells) => cells[place] !== '') : isShown(wanted);
    return isRight ? [] : [{ column, shows: [...(rows[0]?.keys() ?? [])].filter(isShown) }];
  });
  expect(others).toEqual([]);
  expect(Object.keys(named).filter((column) => !columns.includes(column))).toEqual([]);
});
