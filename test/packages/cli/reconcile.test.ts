import type { Context } from '#packages/cli/src/command.ts';
import { commands } from '#packages/cli/src/commands.ts';
import { cellsOf, printed } from './printed.ts';

it('adtrail orders list prints the value of the shop, of adtrail and their difference in columns of their own', async () => {
  const order = { currency: 'EUR', occurred_at: '2026-11-20T10:00:00.000Z' };
  const [heading, ...lines] = await printed(
    'orders list',
    {
      rows: [
        {
          ...order,
          order_id: '1',
          value: '30.00',
          difference: '-4.50',
          reason: null,
          event: { value: '99.00', net_value: '25.50' },
        },
        { ...order, order_id: '2', value: '8.00', difference: '-8.00', reason: 'unknown', event: null },
      ],
      next_cursor: null,
    },
    {},
    ['recon_1'],
  );
  expect(cellsOf(heading)).toEqual(['ORDER_ID', 'OCCURRED_AT', 'VALUE', 'CURRENCY', 'ADTRAIL', 'DIFFERENCE', 'REASON']);
  expect(lines.map(cellsOf)).toEqual([
    ['1', order.occurred_at, '30.00', 'EUR', '25.50', '-4.50'],
    ['2', order.occurred_at, '8.00', 'EUR', '-8.00', 'unknown'],
  ]);
});

it('adtrail reconcile counts no excluded order among those that should have arrived', async () => {
  const figures = { orders: 5, excluded: 2, arrived: 3, coverage: 1, by_category: [] };
  const body = { reconciliation_id: 'recon_1', status: 'completed', ...figures };
  const [sentence] = await printed('reconcile', body, {}, [import.meta.filename]);
  expect(sentence).toBe('3 of 3 orders arrived (100 %).');
});

it('adtrail reconcile says what the answer says of the file, its IDs and its statuses', async () => {
  const body = {
    reconciliation_id: 'recon_1',
    status: 'completed',
    orders: 5,
    excluded: 0,
    arrived: 1,
    coverage: 0.2,
    by_category: [{ category: 'unclear_status', orders: 2, values: [] }],
    id_column: { heading: 'Id', matched: 1, tried: 5 },
    similar_orders: 1,
    ids_do_not_match: true,
    skipped: {
      blank: 3,
      no_order_id: 2,
      another_attempt: 120,
      lines: [
        { line: 2, reason: 'no_order_id' },
        { line: 3, reason: 'another_attempt' },
        { line: 9, reason: 'no_order_id' },
        { line: 7, reason: 'not_a_sale' },
      ],
    },
    warnings: [{ code: 'read_as_workbook', fields: [], message: 'The sheet "A\nB" of the workbook was read' }],
  };
  expect((await printed('reconcile', body, {}, [import.meta.filename])).slice(0, 7)).toEqual([
    '1 of 5 orders arrived (20 %).',
    'IDs of Id: 1 of 5 tried match.',
    '1 missing order may be here under another ID: an event has the value, currency and time.',
    'The IDs do not match: name their column with --column order_id=HEADING, or their form with --id-template.',
    'Skipped: no_order_id (lines 2, 9); another_attempt (lines 3, and 119 more); not_a_sale (line 7).',
    '2 orders of a status that no list has. Say on the page Books of the console whether it is a sale: no repair includes such orders before.',
    'Note: The sheet "A B" of the workbook was read.',
  ]);
  const plain = {
    ...body,
    similar_orders: 0,
    ids_do_not_match: false,
    skipped: null,
    warnings: [],
    by_category: [],
  };
  const lines = await printed('reconcile', plain, {}, [import.meta.filename]);
  expect(lines).toEqual(['1 of 5 orders arrived (20 %).', 'IDs of Id: 1 of 5 tried match.']);
});

it.each([
  [undefined, ['line 3, value, Not a number', 'file, Too large'], 'The file has 2 problems.'],
  [9, ['line 3, value, Not a number', 'file, Too large', 'and 7 more'], 'The file has 9 problems.'],
])('adtrail reconcile of a refused file with %s problems lists those that it knows', async (count, lines, sentence) => {
  let shown = '';
  const detail = [
    { loc: ['body', 'orders', 3, 'value'], msg: 'Not a number' },
    { loc: ['file'], msg: 'Too large' },
  ];
  const command = commands.find(({ name }) => name === 'reconcile');
  const context = {
    args: [import.meta.filename],
    json: false,
    text: () => undefined,
    texts: () => [],
    isSet: () => false,
    config: {},
    note: () => {},
    print: (_: unknown, text: string) => {
      shown = text;
    },
    api: async () => ({ status: 422, body: { detail, problem_count: count, request_id: 'r1' } }),
  };
  await expect(command?.run(context as unknown as Context)).rejects.toThrow(sentence);
  expect(shown.split('\n')).toEqual(lines);
});

it.each([
  ['small', 100, 2],
  ['large', 5 * 1_048_576 + 1, 3],
])('adtrail reconcile of a %s file asks in the environment and for the client that are named', async (_, size, count) => {
  vi.stubGlobal('fetch', async () => new Response(null));
  const calls: [method: string, query: object][] = [];
  const context = {
    args: ['-'],
    json: false,
    config: {},
    note: () => {},
    print: () => {},
    stdin: async () => 'x'.repeat(size),
    isSet: (name: string) => name === 'test',
    text: (name: string) => (name === 'client' ? '7' : undefined),
    texts: () => [],
    api: async (method: string, path: string, { query }: { query: object }) => {
      calls.push([`${method} ${path}`, query]);
      const body = { status: 'completed', reconciliation_id: 'recon_1', url: 'https://files.example/1' };
      return { status: 200, at: 0, text: '', body };
    },
  } as unknown as Context;
  await commands.find(({ name }) => name === 'reconcile')?.run(context);
  expect(calls).toHaveLength(count);
  for (const [path, query] of calls)
    expect(query, path).toEqual({
      ...(path !== 'POST /api/v1/uploads' && { environment: 'test' }),
      client_user_id: '7',
    });
  vi.unstubAllGlobals();
});
