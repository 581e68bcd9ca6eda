// Slow: it starts processes.
import type { Answer, Call } from '#packages/cli/src/api.ts';
import type { Context } from '#packages/cli/src/command.ts';
import { commands } from '#packages/cli/src/commands.ts';
import { someOf } from '#test/kit/tier.ts';

type Asked = { method: string; path: string; call: Call };
const enough = new Error('The test has seen enough.');

const none = { clicks: 0, spend: [] };
const rates = { clicks: 0, conversions: 0, conversion_rate: null };
const body = {
  events: [],
  endpoints: [],
  rows: [],
  group_by: ['campaign'],
  steps: [],
  findings: [],
  totals: [],
  previous_period: null,
  left_out: { traffic: {}, unpaid: none, paid: none },
  people: rates,
  all: rates,
  rules: [],
  next_cursor: null,
  competitors: [],
  ads: [],
  transactions: [],
  deliveries: [],
  imports: [],
  months: [],
  id: 'x',
  key: 'sk_test_x',
  secret: 'whsec_x',
  name: 'x',
  status: 'enabled',
  url: 'https://a.example',
};

const needs: Record<string, { args: readonly string[]; texts: Record<string, string> }> = {
  'months reopen': { args: ['2026-10'], texts: { reason: 'late' } },
  reconcile: { args: ['packages/cli/LICENSE'], texts: {} },
  refund: { args: ['10031'], texts: { net: '19.99' } },
  'spend import': { args: ['packages/cli/package.json'], texts: { network: 'meta' } },
};

async function askedBy(
  name: string,
  set: readonly string[],
  texts: Record<string, string> = {},
  args: readonly string[] = ['https://shop.example/hook'],
  lists?: (option: string) => readonly string[],
) {
  const asked: Asked[] = [];
  const command = commands.find((one) => one.name === name);
  const context = {
    args: needs[name]?.args ?? args,
    json: true,
    config: {},
    text: (option: string) => ({ ...needs[name]?.texts, ...texts })[option],
    texts: lists ?? (() => (name in needs ? [] : ['conversion.attributed'])),
    isSet: (option: string) => set.includes(option),
    print: () => {},
    note: () => {},
    async api(method: string, path: string, call: Call = {}): Promise<Answer> {
      asked.push({ method, path, call });
      if (name === 'listen') throw enough;
      return { status: 200, at: Date.now(), text: '{}', body: structuredClone(body) } as unknown as Answer;
    },
  };
  await command?.run(context as unknown as Context).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  expect(asked.length).toBeGreaterThan(0);
  return asked;
}
const sentBy = ({ call }: Asked) => ({ ...call.query, ...(call.body as object) }) as Record<string, unknown>;

const withOption = (option: string) => commands.filter(({ options = {} }) => option in options).map(({ name }) => name);

it('lists every command once', () => {
  const names = commands.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

describe('--test', () => {
  it('--test is taken by what reads or makes something of one environment', () => {
    expect(withOption('test')).toEqual([
      'listen',
      'events list',
      'events show',
      'keys create',
      'report',
      'performance',
      'traffic',
      'funnel',
      'spend import',
      'spend list',
      'spend show',
      'spend undo',
      'reconcile',
      'orders list',
      'months list',
      'months close',
      'months reopen',
      'refund',
      'webhooks create',
    ]);
  });

  it.each(withOption('test'))('--test of %s asks for the test environment, and without it for the live one', async (name) => {
    for (const [set, environment] of [
      [['test'], 'test'],
      [[], 'live'],
    ] as const)
      for (const asked of await askedBy(name, set)) expect(sentBy(asked)).toMatchObject({ environment });
  });
});

describe('--client', () => {
  it.each(withOption('client'))('--client of %s asks for the data of the client, and without it for the own', async (name) => {
    for (const asked of await askedBy(name, [], { client: '77' })) expect(sentBy(asked).client_user_id).toBe('77');
    for (const asked of await askedBy(name, [])) expect(sentBy(asked).client_user_id).toBeUndefined();
  });
});

describe('--limit', () => {
  it.each(withOption('limit'))('--limit of %s is how many are asked for, at one and at a hundred', async (name) => {
    for (const limit of ['1', '100'])
      for (const args of [['x'], []])
        for (const asked of await askedBy(name, [], { limit }, args)) {
          const { limit: own, ads_per_competitor: ofEach } = sentBy(asked);
          expect(own ?? ofEach).toBe(limit);
        }
  });
});

it('listen reads pages of a hundred', async () => {
  for (const asked of await askedBy('listen', [])) expect(sentBy(asked).limit).toBe('100');
});

describe('--pixel and --time-zone', () => {
  it.each(['report', 'performance', 'traffic', 'funnel'])('--pixel and --time-zone of %s are those of the report', async (name) => {
    const [asked] = await askedBy(name, [], {
      pixel: 'pk_1',
      'time-zone': 'Asia/Kolkata',
      from: 'a',
      to: 'b',
    });
    expect(asked && sentBy(asked)).toMatchObject({
      pixel_key: 'pk_1',
      time_zone: 'Asia/Kolkata',
      from: 'a',
      to: 'b',
    });
    expect(asked?.call.auth).toBe('report');
  });
});

const noneOfRequest = new Set(['csv', 'file', 'set', 'demo', 'code', 'base-url', 'email', 'name of competitors']);
const ofProcess = new Set(['login', 'listen', 'mcp', 'check', 'trigger', 'send', 'discover']);
/** test/packages/cli/raw-call.test.ts has these. */
const ofAnyPath = new Set(['get', 'post', 'put', 'patch', 'delete']);
const givenValueOf = (option: string): string =>
  ({
    'expires-in-days': '37',
    'grace-seconds': '3700',
    limit: '37',
    net: '37.50',
    tolerance: '0.37',
    'click-window-days': '37',
    'identity-window-days': '37',
    kind: 'read',
    column: 'cost=Spent',
    since: '2026-11-03T04:05:06.000Z',
    from: '2026-11-03',
    to: '2026-11-04',
  })[option] ?? `given-${option}`;

const requestOptions = commands
  .filter(({ name }) => !ofProcess.has(name) && !ofAnyPath.has(name))
  .flatMap(({ name, options = {} }) =>
    Object.entries(options)
      .filter(([option, { value }]) => value && !noneOfRequest.has(option))
      .map(([option, { multiple = false }]) => ({ name, option, multiple })),
  );

it.each(someOf(requestOptions, 60))('--$option of $name reaches the request', async ({ name, option, multiple }) => {
  const value = givenValueOf(option);
  const given = async (isGiven: boolean) => {
    const asked = await askedBy(name, [], isGiven && !multiple ? { [option]: value } : {}, undefined, (list) =>
      isGiven && multiple && list === option ? [value] : [],
    );
    return JSON.stringify(asked, (field, of) => (field === 'idempotency-key' ? undefined : of));
  };
  const sent = value.split('=').at(-1) ?? '';
  expect(await given(true)).toContain(sent);
  expect(await given(false).catch(() => '')).not.toContain(sent);
});
