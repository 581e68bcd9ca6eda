// Slow: it starts processes.
import { parseExactly } from '#shared/values/json.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { runCommand } from '../packages/cli/run-command.ts';
import { startShop } from '../packages/node/service.ts';
import {
  amountsOfNode,
  type Call,
  type Expected,
  emails,
  fieldOf,
  fullAdjustment,
  fullResult,
  languages,
  missing,
  type Outcome,
  outcomesOf,
  type Row,
  startEcho,
  table,
} from './odd-values/clients.ts';
import { outcomesOfNode } from './odd-values/node-client.ts';

if (missing.length > 0) process.stdout.write(`Not on this machine, so not run: ${missing.join(', ')}.\n`);
const clients = ['node', ...languages.filter((language) => !missing.includes(language))] as const;
type Client = (typeof clients)[number];

const folder = temporaryFolder();
let echo: Awaited<ReturnType<typeof startEcho>>;
beforeAll(async () => {
  echo = await startEcho();
});
afterAll(() => echo.close());

const rows = Object.entries(table).flatMap(([kind, group]) => group.map((row) => ({ kind, row })));
const checks: { call: Call; row: Row }[] = [
  ...rows.map(({ kind, row }) => ({ call: [kind, row.in] as Call, row })),
  ...(table.orderIds ?? []).map((row) => ({ call: ['refundIds', row.in] as Call, row })),
];
it('every row of the table that differs by client says why', () => {
  expect(rows.filter(({ row: { by, why } }) => (by === undefined) !== (why === undefined))).toEqual([]);
});

const hashes = emails.flatMap((row) =>
  (['plain', 'google', 'canonical'] as const).map((form) => ({ given: row.in, form, hash: row[form] })),
);

const order = { event_type: 'order_created' };
/** These calls are no rows: each has a test of its own. */
const others: Call[] = [
  ['orderIds', 'full'] as Call,
  ['refundIds', 'full'] as Call,
  ['orderIds', 'denied'] as Call,
  ['refundIds', 'problem'] as Call,
  ['orderIds', 'elsewhere'] as Call,
  ['orderIds', 'page'] as Call,
  ['orderIds', 'half'] as Call,
  [
    'batch',
    [
      { ...order, event_id: 'order_created:1', value: 1 },
      { ...order, event_id: 'order_created:', value: 1 },
      { ...order, event_id: 'order_created:2', value: 1 },
    ],
  ],
];

const runs = new Map<Client, Promise<{ outcomes: Outcome[]; paths: string[] }>>();
/** The calls of a language share a process. */
const runOf = (client: Client) => {
  const start = async () => {
    await [...runs.values()].at(-1);
    const before = echo.paths.length;
    const ofHashes = hashes.map(({ given, form }): Call => ['emails', [given, form]]);
    const calls = [...checks.map(({ call }) => call), ...ofHashes, ...others];
    const outcomes =
      client === 'node'
        ? await outcomesOfNode([...calls.slice(0, -1), ...amountsOfNode.map((row) => ['amount', row.in] as Call)], echo.address)
        : await outcomesOf(client, calls, { folder, address: echo.address });
    return { outcomes, paths: echo.paths.slice(before) };
  };
  const run = runs.get(client) ?? start();
  runs.set(client, run);
  return run;
};

const sentItem = ({ result }: Outcome): Record<string, unknown> =>
  typeof result?.campaign === 'string' ? (parseExactly(result.campaign) as Record<string, unknown>) : {};

function doneWith({ kind, outcome }: { kind: string; outcome: Outcome }, expected: Expected): unknown {
  if (outcome.none) return 'no such value';
  const { code } = outcome.error ?? (outcome.result?.error as { code: string } | undefined) ?? {};
  if (code !== undefined || outcome.crash !== undefined) return { refused: code ?? outcome.crash };
  const item = sentItem(outcome);
  const { data } = item as { data?: { amount?: number } };
  if (data?.amount !== undefined) return { amount: data.amount };
  const value = item[fieldOf(kind)] ?? (kind === 'occurred_at' ? undefined : null);
  return expected.at === undefined ? { sent: value } : { at: new Date(String(value)).toISOString() };
}

function expectationOf(client: Client, kind: string, row: Row): Expected {
  const { service: _, ...expected } = row.by?.[client] ?? row;
  const { in: __, by: ___, why: ____, ...done } = expected as Row;
  const isId = fieldOf(kind) === 'event_id' && kind !== 'eventIds';
  return isId && done.sent !== undefined ? { sent: `order_created:${done.sent}` } : done;
}

/** The members of these fields have types in Go. */
const isTyped = (kind: string) => ['consent', 'user_data'].includes(kind);
const isOfTexts = (given: unknown) =>
  typeof given === 'object' &&
  Object.entries(given ?? {}).every(([name, value]) => {
    const isText = typeof value === 'string' || value === null || tagOf({ in: value }) === 'missing';
    return name === 'email_sha256' || (isText && name !== 'ad_storage');
  });

/** Values that a language does not have. */
const tagOf = (row: Row) => (row.in as { $?: string } | null)?.$;
const lacks: Record<Client, (row: Row, kind: string) => boolean> = {
  node: (row) => ['decimal', 'uuid', 'naive'].includes(tagOf(row) ?? ''),
  python: (row) => tagOf(row) === 'bad date',
  php: (row) => ['decimal', 'uuid', 'naive', 'bad date'].includes(tagOf(row) ?? ''),
  ruby: (row) => ['uuid', 'naive', 'bad date'].includes(tagOf(row) ?? ''),
  go: ({ in: given, ...row }, kind) =>
    kind === 'amount' ||
    (kind === 'occurred_at' && !['date', 'bad date'].includes(tagOf({ in: given, ...row }) ?? '')) ||
    (kind === 'properties' && (typeof given !== 'object' || Array.isArray(given))) ||
    (isTyped(kind) && !isOfTexts(given)) ||
    (!['properties', 'occurred_at'].includes(kind) &&
      !isTyped(kind) &&
      typeof given !== 'string' &&
      given !== null &&
      !['missing', 'bytes'].includes(tagOf({ in: given, ...row }) ?? '')),
};

describe.each(clients)('the table of odd values, run by the client for %s', (client) => {
  it(`every row is as written for ${client}, and nothing of a refused call is sent`, async () => {
    const { outcomes, paths } = await runOf(client);
    const done = checks.map(({ call: [kind, given], row }, at) => {
      const outcome = outcomes[at] as Outcome;
      return [kind, JSON.stringify(given), doneWith({ kind, outcome }, expectationOf(client, kind, row))];
    });
    const expected = checks.map(({ call: [kind, given], row }) => [
      kind,
      JSON.stringify(given),
      lacks[client](row, kind) ? 'no such value' : expectationOf(client, kind, row),
    ]);
    expect(done).toEqual(expected);
    const isSent = ({ none, error, result }: Outcome) => !none && !error && !result?.error;
    if (client !== 'node') expect(paths).toHaveLength(outcomes.slice(0, checks.length).filter(isSent).length + others.length);
    expect(paths.filter((path) => path.endsWith('elsewhere'))).toEqual([]);
  });

  it(`the client for ${client} hashes e-mail addresses in the three forms, and nothing that is no address`, async () => {
    const { outcomes } = await runOf(client);
    const done = hashes.map(({ given, form }, at) => {
      const { none, crash, result } = outcomes[checks.length + at] as Outcome;
      return [given, form, none ? 'no such value' : (crash ?? result ?? null)];
    });
    const isText = (given: unknown) => typeof given === 'string' || given === null || /^(missing|bytes)$/.test(tagOf({ in: given }) ?? '');
    const lacksIt = (given: unknown) => client === 'go' && !isText(given);
    expect(done).toEqual(
      hashes.map(({ given, form, hash }) => [given, form, lacksIt(given) ? 'no such value' : hash === null ? null : { form, value: hash }]),
    );
  });

  it(`the client for ${client} passes on every field of an answer, and the reason of a refusal`, async () => {
    const { outcomes } = await runOf(client);
    const [event, refund, denied, problem, elsewhere, page, half] = outcomes.slice(checks.length + hashes.length);
    expect(event?.result).toMatchObject(fullResult);
    expect(refund?.result).toMatchObject(fullAdjustment);
    const request_id = 'req_1';
    expect(denied?.error).toEqual({ status: 403, code: 'key_revoked', request_id, message: 'Not this key.' });
    expect(problem?.error).toEqual({
      status: 422,
      code: 'validation_failed',
      request_id,
      message: expect.stringContaining('adjustments.0.net_value: No.'),
    });
    expect(elsewhere?.error).toMatchObject({ status: 302 });
    expect(page?.error).toMatchObject({ status: 200 });
    // Ruby does not notice that half of the body is missing.
    expect([0, 503]).toContain(half?.error?.status);
  });
});

it.each(clients.filter((client) => client !== 'node'))(
  'the client for %s sends the other events of a batch that has one without an ID',
  async (client) => {
    const { outcomes } = await runOf(client);
    const results = outcomes.at(-1)?.result as unknown as Record<string, unknown>[] | undefined;
    // In Go the refusal is also the error of the call.
    expect(outcomes.at(-1)?.error?.code).toBe(client === 'go' ? 'event_id_missing' : undefined);
    expect(results).toMatchObject([
      { index: 0, accepted: true },
      { index: 1, accepted: false, status: 422, error: { code: 'event_id_missing' } },
      { index: 2, accepted: true },
    ]);
  },
);

it('amounts in minor units that are no whole number are refused by the Node package', async () => {
  const { outcomes } = await runOf('node');
  const done = outcomes.slice(-amountsOfNode.length).map((outcome) => doneWith({ kind: 'amount', outcome }, {}));
  expect(done).toEqual(amountsOfNode.map(({ refused, amount }) => (refused === undefined ? { amount } : { refused })));
});

it('the service accepts and refuses what is sent as the table says', async () => {
  const shop = await startShop();
  const { outcomes } = await runOf('node');
  const isEvent = (kind: string) => !['netValues', 'refundIds'].includes(kind);
  const sent = [...rows, ...amountsOfNode.map((row) => ({ kind: 'amount', row }))].flatMap(({ kind, row }, at) => {
    const outcome = outcomes[at < rows.length ? at : at - rows.length - amountsOfNode.length + outcomes.length];
    const item = outcome ? sentItem(outcome) : {};
    const { service = 'accepted' } = row.by?.node?.amount === undefined ? row : row.by.node;
    return Object.keys(item).length > 0 && isEvent(kind) ? [{ service, given: row.in, kind, item }] : [];
  });
  const answer = await shop.app.conversions.sendConversion({
    body: { events: sent.map(({ item }) => item), validate_only: true } as never,
    headers: shop.advertiser.key,
  });
  const { results } = answer.body as unknown as { results: { accepted: boolean }[] };
  expect(results.map(({ accepted }, at) => [sent[at]?.kind, sent[at]?.given, accepted])).toEqual(
    sent.map(({ kind, given, service }) => [kind, given, service === 'accepted']),
  );
});

describe('the command line', () => {
  const env = {
    ADTRAIL_CONFIG_DIR: '/nowhere',
    ADTRAIL_SECRET_KEY: 'sk_test_x',
    ADTRAIL_BASE_URL: 'https://a',
  };
  afterEach(() => void vi.unstubAllGlobals());
  it('the command line refuses the IDs of the table in `send`, in a file and in `refund`, and sends nothing', async () => {
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    for (const { in: id, refused } of table.orderIds ?? []) {
      if (typeof id !== 'string' || refused === undefined) continue;
      const line = JSON.stringify({ event_type: 'order_created', event_id: `order_created:${id}` });
      for (const [args, input] of [
        [['send', 'order_created', '--json', `--id=order_created:${id}`]],
        [['send', '--json', '--file', '-'], line],
        [['refund', '--json', '--net=1', '--', id]],
      ] as [string[], string?][]) {
        const { code, stderr } = await runCommand(args, env, input);
        const isRefund = args[0] === 'refund';
        expect([args, code, JSON.parse(stderr).error.code]).toEqual([args, isRefund ? 2 : 1, isRefund ? 'usage' : refused]);
      }
    }
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    ['--value=-1', '--value must not be negative.'],
    ['--value=1,50', '--value is a number such as 25.99.'],
    ['--value=1e3', '--value is a number such as 25.99.'],
    ['--value=', '--value is a number such as 25.99.'],
    ['--net=-1', '--net must not be negative.'],
    ['--net=NaN', '--net is a number such as 25.99.'],
  ])('the problem of %s names its cause', async (option, message) => {
    const command = option.startsWith('--net') ? ['refund', '1'] : ['send', 'order_created', '--id', 'a:1'];
    const { code, stderr } = await runCommand([...command, option], env);
    expect([code, stderr.trim()]).toEqual([2, message]);
  });
});
