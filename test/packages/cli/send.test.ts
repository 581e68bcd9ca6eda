import type { Context } from '#packages/cli/src/command.ts';
import { send, sentence } from '#packages/cli/src/commands/send.ts';
import { runCommand } from './run-command.ts';

const matched = {
  accepted: true,
  event_id: 'order:1',
  event_type: 'order_created',
  duplicate: false,
  matched: true,
  session_id: 's_1',
  campaign: 'spring',
  ad_group: 'shoes',
  ad_id: 'ad_1',
};
const shown = (changes: object = {}) => sentence({ ...matched, ...changes } as Parameters<typeof sentence>[0]);

it.each([
  [{}, 'order:1  matched: spring › shoes › ad_1'],
  [{ ad_group: '' }, 'order:1  matched: spring › ad_1'],
  [{ ad_group: '', ad_id: '' }, 'order:1  matched: spring'],
  [{ duplicate: true }, 'order:1  duplicate, matched: spring › shoes › ad_1'],
  [{ matched: false, reason: 'no_ad_click' }, 'order:1  not matched: no_ad_click'],
  [
    {
      warnings: [
        { code: 'w1', fields: ['a', 'b'] },
        { code: 'w2', fields: ['c'] },
      ],
    },
    'order:1  matched: spring › shoes › ad_1\n  warning w1 (a, b)\n  warning w2 (c)',
  ],
])('the result of an event with %j is one line, and one for each warning', (changes, line) => {
  expect(shown(changes)).toBe(line);
});

describe('adtrail send', () => {
  afterEach(() => void vi.unstubAllGlobals());
  type Options = Record<string, string | string[] | boolean>;
  async function sent(args: string[], options: Options) {
    const bodies: Record<string, unknown>[] = [];
    vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
      bodies.push(...JSON.parse(body).events);
      return Response.json({ results: [{ index: 0, ...matched }] });
    });
    const shown: string[] = [];
    const context = {
      args,
      config: { baseUrl: 'https://api.example', secretKey: 'sk_test_x' },
      env: {},
      json: false,
      text: (name: string) => options[name],
      texts: (name: string) => options[name] ?? [],
      isSet: (name: string) => options[name] === true,
      print: (_: unknown, text: string) => void shown.push(text),
      note: () => {},
    } as unknown as Context;
    await send.run(context);
    return { bodies, shown };
  }

  it.each<[string[], Options]>([
    [[], { id: 'order:1' }],
    [['order_created'], {}],
    [[], {}],
    [['order_created'], { id: 'order:1', value: '1.' }],
  ])('%j with %j is wrong usage, and sends nothing', async (args, options) => {
    await expect(sent(args, options)).rejects.toMatchObject({ code: 'usage' });
  });

  it('every option is a field of the event, and digits stay as they are', async () => {
    const options = {
      id: 'order:1',
      value: '25.90',
      currency: 'EUR',
      click: 's_1',
      user: 'u1',
      at: '2026-11-21T12:00:00Z',
      property: ['a=b', 'n=7'],
      'ad-user-data': 'granted',
      'ad-personalization': 'denied',
    };
    const { bodies, shown } = await sent(['order_created'], options);
    expect(bodies).toEqual([
      expect.objectContaining({
        event_type: 'order_created',
        event_id: 'order:1',
        svc_click_id: 's_1',
        external_user_id: 'u1',
        value: '25.90',
        currency: 'EUR',
        occurred_at: '2026-11-21T12:00:00Z',
        consent: { ad_user_data: 'granted', ad_personalization: 'denied' },
      }),
    ]);
    expect(Object.keys(bodies[0]?.properties ?? {})).toEqual(['a', 'n']);
    expect(shown).toEqual(['order:1  matched: spring › shoes › ad_1']);
    const plain = await sent(['order_created'], { id: 'order:1', value: '25.9' });
    expect(plain.bodies).toEqual([expect.objectContaining({ value: 25.9 })]);
    for (const name of ['properties', 'consent', 'user_data']) expect(plain.bodies[0]).not.toHaveProperty(name);
  });

  const env = { ADTRAIL_CONFIG_DIR: '/nowhere', ADTRAIL_SECRET_KEY: 'sk_test_x', ADTRAIL_BASE_URL: 'https://api.example' };
  const order = ['send', 'order_created', '--id', 'order:1', '--json'];

  it('user data come from stdin, and are not printed', async () => {
    const bodies: string[] = [];
    vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
      bodies.push(body);
      return Response.json({ results: [{ index: 0, ...matched }] });
    });
    const { code, stdout, stderr } = await runCommand([...order, '--user-data', '-'], env, '{"email":"jane@example.com"}\n');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(`${bodies}`).events).toMatchObject([{ event_id: 'order:1', user_data: { email: 'jane@example.com' } }]);
    expect(stdout).not.toContain('jane');
  });

  it.each([
    [['--user-data', '-'], '["jane@example.com"]'],
    [['--user-data', '-'], 'jane@example.com'],
    [['--user-data', '/nowhere/at-all.json'], ''],
    [['--ad-user-data', 'yes'], ''],
  ])('%j with "%s" on stdin is wrong usage, sends nothing and prints no user data', async (options, input) => {
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    const { code, stdout, stderr } = await runCommand([...order, ...options], env, input);
    expect([code, JSON.parse(stderr).error.code]).toEqual([2, 'usage']);
    expect(stdout + stderr).not.toContain('jane');
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('the credentials of adtrail send and trigger', () => {
  afterEach(() => void vi.unstubAllGlobals());
  it.each([
    ['pk_live_x', 'https://api.example', 3, 'invalid_secret_key'],
    ['nonsense', 'https://api.example', 3, 'invalid_secret_key'],
    ['', 'https://api.example', 3, 'no_secret_key'],
    ['sk_live_x', 'api.example', 2, 'usage'],
  ])('with the key "%s" and the address %s exit with %i', async (key, address, exit, code) => {
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    const env = { ADTRAIL_CONFIG_DIR: '/nowhere', ADTRAIL_SECRET_KEY: key, ADTRAIL_BASE_URL: address };
    for (const args of [['send', 'order_created', '--id', 'a'], ['send', '--file', '-'], ['trigger']]) {
      const { code: exitCode, stderr } = await runCommand([...args, '--json'], env);
      expect([exitCode, JSON.parse(stderr).error.code]).toEqual([exit, code]);
      expect(stderr).not.toContain('pk_live_x');
    }
    expect(asked).not.toHaveBeenCalled();
  });
});
