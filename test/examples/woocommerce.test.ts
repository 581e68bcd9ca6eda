// Slow: it starts processes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Facts } from '#lib/local/host.ts';
import { listen } from '#lib/local/listen.ts';
import { packPlugin } from '#lib/tools/wordpress-plugin.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { runProgram } from '../packages/install.ts';

const hasPhp = spawnSync('php', ['--version']).status === 0;
const base = temporaryFolder();
let facts: Facts;
let sid: string;

beforeAll(async () => {
  facts = await spawnHost(['--port', '0', '--data', join(base, 'data'), '--json']).ready();
  const body = JSON.stringify({
    key: facts.demo.public_key,
    url: 'https://shop.example/?svc_campaign=spring',
  });
  const session = await fetch(`${facts.api}/api/v1/pixel/sessions`, { method: 'POST', body });
  ({ sid } = (await session.json()) as { sid: string });
});

type Shown = {
  page: string;
  errors: string[];
  cleaned: number[];
  options: { adtrail_settings?: Record<string, string> };
  queue: { in: number; hook: string; arguments: number[] }[];
  orders: Record<string, { meta: Record<string, string>; notes: string[] }>;
};
async function shop(steps: object[], env: Record<string, string> = {}): Promise<Shown> {
  const { stdout, stderr } = await runProgram('php', ['test/examples/wordpress.php'], {
    cwd: '.',
    input: JSON.stringify(steps),
    env: {
      ADTRAIL_BASE_URL: facts.api,
      ADTRAIL_PUBLIC_KEY: facts.demo.public_key,
      ADTRAIL_SECRET_KEY: facts.demo.secret_key,
      ...env,
    },
  });
  expect(stderr).toBe('');
  const lines = stdout.trim().split('\n');
  const state = JSON.parse(lines.pop() ?? '');
  return { ...state, page: lines.join('\n').trim() };
}
const cookie = () => ({
  do: 'cookie',
  value: encodeURIComponent(JSON.stringify({ sid, ts: Date.now(), v: 1 })),
});

it('the plugin for WooCommerce is a zip that WordPress accepts, of the same bytes each time', async () => {
  const archives = await Promise.all(['one', 'two'].map((name) => packPlugin(join(base, name))));
  const [bytes = Buffer.of(), again] = archives.map((file) => readFileSync(file));
  expect(bytes.equals(again ?? Buffer.of())).toBe(true);
  const files = Object.entries(unzipSync(bytes)).map(([name, data]) => [name, Buffer.from(data).toString()]);
  const text = Object.fromEntries(files) as Record<string, string>;
  expect(Object.keys(text)).toEqual(
    ['LICENSE', 'adtrail.php', 'click.php', 'delivery.php', 'readme.txt', 'sending.php', 'settings.php']
      .concat('uninstall.php')
      .map((name) => `adtrail/${name}`),
  );
  for (const [name, code] of Object.entries(text))
    if (name.endsWith('.php')) expect(code).toMatch(/\ndefined\('(ABSPATH|WP_UNINSTALL_PLUGIN)'\) \|\| exit;\n/);
  const plugin = text['adtrail/adtrail.php'] ?? '';
  const readme = text['adtrail/readme.txt'] ?? '';
  expect(plugin).toMatch(/^<\?php\n\/\*\*\n \* Plugin Name: adtrail for WooCommerce\n/);
  const field = (of: string, name: string) => new RegExp(`^(?: \\* )?${name}: (.+)$`, 'm').exec(of)?.[1];
  for (const name of ['Requires at least', 'Requires PHP', 'License', 'License URI'])
    expect([name, field(plugin, name)]).toEqual([name, field(readme, name)]);
  const version = field(plugin, 'Version');
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(field(readme, 'Stable tag')).toBe(version);
  expect(plugin).toContain(`const ADTRAIL_VERSION = '${version}';`);
  expect(readme).toContain(`== Changelog ==\n\n= ${version} =\n`);
  expect(field(plugin, 'Requires Plugins')).toBe('woocommerce');
  const [, description = ''] = /^License URI: .+\n\n(.+)\n\n== Description ==$/m.exec(readme) ?? [];
  expect(description.length).toBeGreaterThan(20);
  expect(description.length).toBeLessThanOrEqual(150);
});

if (!hasPhp) process.stdout.write('php is not on this machine, so the WooCommerce plugin is not run.\n');
else
  describe('the plugin for WooCommerce', () => {
    it('the plugin for WooCommerce puts the pixel on the page', async () => {
      const { page } = await shop([{ do: 'page' }]);
      expect(page).toBe(`<script src="${facts.api}/pixel/p.js?key=${facts.demo.public_key}" async></script>`);
    });

    it('the plugin for WooCommerce stores the click with the order, and reports the sale once when it is paid', async () => {
      const { orders, queue } = await shop([
        cookie(),
        { do: 'checkout', order: 71, total: '25.90', customer: 5 },
        { do: 'paid', order: 71 },
        { do: 'completed', order: 71 },
        { do: 'work' },
      ]);
      expect(queue).toEqual([]);
      expect(orders[71]?.notes).toEqual(['adtrail: earned by spring.']);
      const headers = { authorization: `Bearer ${facts.demo.access_token}` };
      const receipt = await fetch(`${facts.api}/api/v1/pixel/events/order_created%3A71`, { headers });
      expect(await receipt.json()).toMatchObject({
        value: '25.90',
        currency: 'EUR',
        campaign: 'spring',
        has_external_user: true,
        properties: { item_count: 2 },
      });
    });

    it('the plugin for WooCommerce reports cash on delivery when it is paid, which is later than its order is processed', async () => {
      const taken = [{ do: 'checkout', order: 78, total: '9.00' }, { do: 'processing', order: 78, cash: true }, { do: 'work' }];
      const before = await shop(taken);
      expect([before.queue, before.orders[78]?.notes]).toEqual([[], []]);
      const { orders } = await shop([...taken, { do: 'completed', order: 78 }, { do: 'work' }]);
      expect(orders[78]?.notes).toEqual(['adtrail: not attributed (no_click_id).']);
      const transfer = [
        { do: 'checkout', order: 79, total: '9.00' },
        { do: 'processing', order: 79 },
      ];
      const { orders: paid } = await shop([...transfer, { do: 'work' }, { do: 'completed', order: 79 }, { do: 'work' }]);
      expect(paid[79]?.notes).toEqual(['adtrail: not attributed (no_click_id).']);
    });

    it('the plugin for WooCommerce names itself and its version to the service', async () => {
      let agent: string | undefined;
      const server = createServer(({ headers }, response) => {
        agent = headers['user-agent'];
        response.writeHead(503).end();
      });
      const port = await listen(server, 0);
      await shop([{ do: 'checkout', order: 80, total: '5.00' }, { do: 'paid', order: 80 }, { do: 'work' }], {
        ADTRAIL_BASE_URL: `http://127.0.0.1:${port}`,
      });
      server.close();
      const plugin = readFileSync('examples/woocommerce/adtrail.php', 'utf8');
      const [, version] = /^ \* Version: ([\d.]+)$/m.exec(plugin) ?? [];
      expect(agent).toBe(`adtrail-woocommerce/${version}`);
    });

    it('the plugin for WooCommerce does so for the checkout of blocks, and for visitors without a click', async () => {
      const { orders } = await shop([
        { do: 'checkout', order: 72, total: '5.00' },
        cookie(),
        { do: 'blocks', order: 73, total: '6.00' },
        { do: 'cookie', value: '%7B"sid":"<script>"%7D' },
        { do: 'checkout', order: 74, total: '7.00' },
        ...[72, 73, 74].map((order) => ({ do: 'completed', order })),
        { do: 'work' },
      ]);
      expect([72, 73, 74].map((order) => orders[order]?.notes)).toEqual([
        ['adtrail: not attributed (no_click_id).'],
        ['adtrail: earned by spring.'],
        ['adtrail: not attributed (no_click_id).'],
      ]);
    });

    it('the plugin for WooCommerce tries again later, longer each time, when the service is away', async () => {
      const steps = [{ do: 'checkout', order: 75, total: '5.00' }, { do: 'paid', order: 75 }, { do: 'work' }];
      const away = { ADTRAIL_BASE_URL: 'http://127.0.0.1:9' };
      const { queue, orders } = await shop([...steps, { do: 'work' }, { do: 'work' }], away);
      expect(orders[75]?.notes).toEqual([]);
      expect(queue).toEqual([{ in: expect.any(Number), hook: 'adtrail_send_order', arguments: [75, 3] }]);
      expect(queue[0]?.in).toBeGreaterThanOrEqual(120);
      const all = await shop([...steps, ...Array.from({ length: 25 }, () => ({ do: 'work' }))], away);
      expect([all.queue, all.orders[75]?.notes]).toEqual([[], ['adtrail: not delivered. No response.']]);
    });

    it('the plugin for WooCommerce respects Retry-After, and waits for a new key', async () => {
      const answers = [
        [429, { 'retry-after': '7200' }],
        [401, {}],
      ] as const;
      for (const [status, headers] of answers) {
        const server = createServer((_, response) => response.writeHead(status, headers).end('{"detail":"No."}'));
        const port = await listen(server, 0);
        const { queue } = await shop([{ do: 'checkout', order: 76, total: '5.00' }, { do: 'paid', order: 76 }, { do: 'work' }], {
          ADTRAIL_BASE_URL: `http://127.0.0.1:${port}`,
        });
        server.close();
        expect([status, queue.length]).toEqual([status, 1]);
        if (status === 429) expect(queue[0]?.in).toBeGreaterThanOrEqual(7200);
      }
    });

    it('the plugin for WooCommerce writes a note when an order is refused', async () => {
      const { queue, orders } = await shop([{ do: 'checkout', order: 77, total: '-5.00' }, { do: 'paid', order: 77 }, { do: 'work' }]);
      expect(queue).toEqual([]);
      expect(orders[77]?.notes).toEqual([expect.stringMatching(/^adtrail: refused\. /)]);
    });

    const receiptOf = async (event: string) => {
      const headers = { authorization: `Bearer ${facts.demo.access_token}` };
      const response = await fetch(`${facts.api}/api/v1/pixel/events/${encodeURIComponent(event)}`, {
        headers,
      });
      return (await response.json()) as Record<string, unknown>;
    };
    const netOf = async (order: number) => {
      const headers = { authorization: `Bearer ${facts.demo.secret_key}` };
      const path = `/api/v1/pixel/events/order_created%3A${order}/adjustment`;
      return (await (await fetch(facts.api + path, { headers })).json()) as {
        net_value: string | null;
        adjustments: { net_value: string; reason: string; effective_at: string }[];
      };
    };
    const paid = (order: number, total: string) => [
      { do: 'checkout', order, total },
      { do: 'paid', order },
    ];

    describe('with a consent plugin that has the WP Consent API', () => {
      const both = (word: string) => ({ ad_user_data: word, ad_personalization: word });
      let order = 800;

      it.each([
        ['optin', 'allow', 'granted'],
        ['optin', 'deny', 'denied'],
        ['optin', undefined, 'denied'],
        ['optout', 'allow', 'granted'],
        ['optout', 'deny', 'denied'],
        ['optout', undefined, 'granted'],
        // No plugin asks, or the answer is an error.
        ['none', 'deny', undefined],
        ['breaks', 'allow', undefined],
        ['', 'allow', undefined],
      ])('an order of the type "%s" with the answer %s says %s', async (type, answer, word) => {
        order++;
        const { orders } = await shop(
          [
            cookie(),
            ...(answer ? [{ do: 'consent', value: answer }] : []),
            ...paid(order, '9.00'),
            { do: 'consent', value: answer === 'allow' ? 'deny' : 'allow' },
            { do: 'work' },
          ],
          { CONSENT_API: type },
        );
        expect(orders[order]?.notes).toEqual(['adtrail: earned by spring.']);
        const { consent } = await receiptOf(`order_created:${order}`);
        expect(consent).toEqual(word && both(word));
      });

      it('an order without a click says what its customer allowed, and a copy of an order or a renewal says nothing', async () => {
        const { orders } = await shop(
          [
            { do: 'init' },
            { do: 'consent', value: 'allow' },
            ...paid(851, '20.00'),
            { do: 'copy', from: 851, order: 852, total: '20.00' },
            { do: 'copy', from: 851, order: 853, total: '20.00', customer: 31, via: 'subscription' },
            ...[852, 853].map((order) => ({ do: 'completed', order })),
            { do: 'work' },
          ],
          { CONSENT_API: 'optin' },
        );
        expect(orders[851]?.notes).toEqual(['adtrail: not attributed (no_click_id).']);
        expect((await receiptOf('order_created:851')).consent).toEqual(both('granted'));
        expect(await receiptOf('order_created:852')).toMatchObject({ value: '20.00' });
        expect((await receiptOf('order_created:852')).consent).toBeUndefined();
        expect((await receiptOf('subscription_renewed:853')).consent).toBeUndefined();
      });

      it('an order that the shop made says what the customer allowed who pays it, and nothing of a shop manager', async () => {
        const made = [861, 862].map((order) => ({ do: 'made', order, total: '5.00' }));
        await shop(
          [
            ...made,
            { do: 'consent', value: 'allow' },
            { do: 'pay page', order: 861 },
            { do: 'pay page', order: 862, manager: true },
            ...[861, 862].map((order) => ({ do: 'paid', order })),
            { do: 'work' },
          ],
          { CONSENT_API: 'optin' },
        );
        expect((await receiptOf('order_created:861')).consent).toEqual(both('granted'));
        expect((await receiptOf('order_created:862')).consent).toBeUndefined();
      });
    });

    it('the plugin for WooCommerce states what remains after refunds, each at its own time, in any order of deliveries', async () => {
      const at = '2026-11-20T10:00:00Z';
      const { orders, queue } = await shop([
        ...paid(101, '25.90'),
        { do: 'work' },
        { do: 'refund', order: 101, amount: '5.90', at },
        { do: 'work' },
        { do: 'refund', order: 101, amount: '10.00', at },
        { do: 'work' },
        { do: 'work' },
        // Two at once, of which the first has not left yet, before the order is there.
        ...paid(102, '40.00'),
        { do: 'refund', order: 102, amount: '0.10', at },
        { do: 'refund', order: 102, amount: '10.20', at: '2026-11-21T10:00:00Z' },
        { do: 'reverse' },
        { do: 'work' },
        ...paid(103, '8.00'),
        { do: 'work' },
        { do: 'refund', order: 103, amount: '8.00' },
        { do: 'work' },
      ]);
      expect(queue).toEqual([]);
      const twice = await netOf(101);
      expect(twice.net_value).toBe('10.00');
      expect(twice.adjustments.map(({ net_value, reason, effective_at }) => [net_value, reason, effective_at])).toEqual([
        ['10.00', 'refund', '2026-11-20T10:00:00.001Z'],
        ['20.00', 'refund', '2026-11-20T10:00:00.000Z'],
      ]);
      // The adjustment waited for its order, and applies a moment after it.
      await expect
        .poll(() => netOf(102), { timeout: 10_000 })
        .toMatchObject({
          net_value: '29.70',
          adjustments: [{ effective_at: '2026-11-21T10:00:00.000Z' }],
        });
      expect(await netOf(103)).toMatchObject({ net_value: '0.00', adjustments: [{ reason: 'refund' }] });
      expect(orders[103]?.notes[1]).toBe('adtrail: 0.00 EUR of the sale remain (refund).');
      expect(await receiptOf('order_created:101')).toMatchObject({ value: '25.90' });
    });

    it('the plugin for WooCommerce raises the net value after a deleted refund, and follows cancellations both ways', async () => {
      await shop([
        ...paid(111, '30.00'),
        { do: 'work' },
        { do: 'refund', order: 111, amount: '7.00' },
        { do: 'work' },
        { do: 'unrefund', order: 111 },
        { do: 'work' },
        ...paid(112, '12.00'),
        { do: 'work' },
        { do: 'status', order: 112, status: 'cancelled' },
        { do: 'work' },
        ...paid(113, '14.00'),
        { do: 'work' },
        { do: 'refund', order: 113, amount: '4.00' },
        { do: 'work' },
        { do: 'status', order: 113, status: 'failed' },
        { do: 'work' },
        { do: 'status', order: 113, status: 'completed' },
        { do: 'work' },
      ]);
      expect((await netOf(111)).adjustments.map((one) => [one.net_value, one.reason])).toEqual([
        ['30.00', 'correction'],
        ['23.00', 'refund'],
      ]);
      expect(await netOf(112)).toMatchObject({
        net_value: '0.00',
        adjustments: [{ reason: 'cancellation' }],
      });
      expect((await netOf(113)).adjustments.map((one) => one.net_value)).toEqual(['10.00', '0.00', '10.00']);
    });

    it('the plugin for WooCommerce sends no refund of an order that was not counted, and tries a refund again like an order', async () => {
      const { queue, orders } = await shop([
        { do: 'checkout', order: 121, total: '9.00' },
        { do: 'status', order: 121, status: 'cancelled' },
        { do: 'refund', order: 121, amount: '9.00' },
        ...paid(122, '-9.00'),
        { do: 'work' },
        { do: 'status', order: 122, status: 'cancelled' },
        { do: 'work' },
      ]);
      expect([queue, orders[121]?.notes]).toEqual([[], []]);
      expect(orders[122]?.notes).toEqual(['adtrail: refused. A total of -9.00 is not an amount.']);
      const away = { ADTRAIL_BASE_URL: 'http://127.0.0.1:9' };
      const steps = [...paid(123, '9.00'), { do: 'refund', order: 123, amount: '1.00' }];
      const some = await shop([...steps, { do: 'work' }, { do: 'work' }], away);
      expect(some.queue.map(({ hook, arguments: [id, last, attempt] }) => [hook, id, attempt ?? last])).toEqual([
        ['adtrail_send_order', 123, 2],
        ['adtrail_send_net', 123, 2],
      ]);
      const all = await shop([...steps, ...Array.from({ length: 21 }, () => ({ do: 'work' }))], away);
      expect([all.queue, all.orders[123]?.notes]).toEqual([
        [],
        ['adtrail: not delivered. No response.', 'adtrail: refund not delivered. No response.'],
      ]);
    });

    it('the plugin for WooCommerce credits no copy of an order to its click, and takes no copy as sent', async () => {
      const first = [
        cookie(),
        { do: 'checkout', order: 131, total: '20.00', customer: 31 },
        { do: 'paid', order: 131 },
        { do: 'work' },
        { do: 'cookie', value: '' },
      ];
      const filter = 'wcs_renewal_order_meta';
      const { orders } = await shop([
        { do: 'init' },
        ...first,
        // A duplicate, a renewal without and one with the filter, and a renewal of a guest.
        { do: 'copy', from: 131, order: 132, total: '20.00' },
        { do: 'copy', from: 131, order: 133, total: '20.00', customer: 31, via: 'subscription' },
        { do: 'copy', from: 131, order: 134, total: '20.00', customer: 31, filter, via: 'checkout' },
        {
          do: 'copy',
          from: 131,
          order: 135,
          total: '20.00',
          meta: { _subscription_renewal: '7' },
          via: 'checkout',
        },
        ...[132, 133, 134, 135].map((order) => ({ do: 'paid', order })),
        { do: 'work' },
      ]);
      expect(orders[131]?.notes).toEqual(['adtrail: earned by spring.']);
      expect(orders[132]?.notes).toEqual(['adtrail: not attributed (no_click_id).']);
      expect(await receiptOf('order_created:132')).toMatchObject({ matched: false });
      expect(await receiptOf('subscription_renewed:133')).toMatchObject({
        has_external_user: true,
        value: '20.00',
      });
      expect(await receiptOf('order_created:133')).toHaveProperty('detail');
      expect(Object.keys(orders[134]?.meta ?? {})).toEqual(['_adtrail_queued', '_adtrail_result']);
      expect(orders[135]?.notes).toEqual([]);
    });

    it('the plugin for WooCommerce believes a mark of its earlier versions for an order of the checkout alone', async () => {
      const made = { do: 'made', total: '5.00', age: 3600, meta: { _adtrail_click: sid } };
      const sent = { _adtrail_click: sid, _adtrail_queued: '1' };
      const { orders, queue } = await shop(
        [
          { ...made, order: 141, via: 'checkout' },
          { ...made, order: 142, via: 'subscription' },
          { ...made, order: 143 },
          { ...made, order: 144, via: 'checkout', age: 0 },
          { ...made, order: 145, via: 'checkout', meta: sent },
          { ...made, order: 146, meta: sent },
          ...[141, 142, 143, 144, 145, 146].map((order) => ({ do: 'completed', order })),
          { do: 'work' },
          { do: 'refund', order: 145, amount: '1.00' },
        ],
        { OPTIONS: JSON.stringify({ adtrail_since: Math.floor(Date.now() / 1000) - 60 }) },
      );
      expect([141, 142, 143, 144, 145, 146].map((order) => orders[order]?.notes)).toEqual([
        ['adtrail: earned by spring.'],
        [],
        ['adtrail: not attributed (no_click_id).'],
        ['adtrail: not attributed (no_click_id).'],
        [],
        ['adtrail: not attributed (no_click_id).'],
      ]);
      expect(queue).toEqual([{ in: 0, hook: 'adtrail_send_net', arguments: [145, expect.any(Number), 0] }]);
    });

    it('the plugin for WooCommerce takes the click of a customer who pays an order that the shop made, and not of a manager', async () => {
      const { orders } = await shop([
        cookie(),
        { do: 'made', order: 151, total: '5.00' },
        { do: 'made', order: 152, total: '5.00' },
        { do: 'pay page', order: 151 },
        { do: 'pay page', order: 152, manager: true },
        ...[151, 152].map((order) => ({ do: 'paid', order })),
        { do: 'work' },
      ]);
      expect([151, 152].map((order) => orders[order]?.notes)).toEqual([
        ['adtrail: earned by spring.'],
        ['adtrail: not attributed (no_click_id).'],
      ]);
    });

    it('the plugin for WooCommerce counts a free order, and no order without an ID or with an amount that is none', async () => {
      const { orders, queue } = await shop([...paid(161, '0'), ...paid(0, '5.00'), ...paid(162, 'NAN'), ...paid(163, ''), { do: 'work' }]);
      expect(queue).toEqual([]);
      expect(await receiptOf('order_created:161')).toMatchObject({ value: '0.00' });
      expect(await receiptOf('order_created:0')).toHaveProperty('detail');
      expect(orders[162]?.notes).toEqual(['adtrail: refused. A total of NAN is not an amount.']);
      expect(orders[163]?.notes).toEqual(['adtrail: refused. A total of  is not an amount.']);
    });

    it('the plugin for WooCommerce writes why an order or a refund was refused, escaped and without the key', async () => {
      const detail = [{ loc: ['body', 'events', 0, 'value'], msg: `No <b>value</b> of ${facts.demo.secret_key}` }];
      const answers = [
        { results: [{ accepted: false, status: 422, error: { message: 'No.', detail } }] },
        { results: [{ accepted: true, matched: true, campaign: '<a href="//evil.example">x</a>' }] },
        { detail: [{ loc: ['body', 'adjustments', 0, 'currency'], msg: 'The event has another currency' }] },
      ];
      const server = createServer((_, response) => {
        const answer = answers.shift();
        response.writeHead(answer && 'detail' in answer ? 422 : 200).end(JSON.stringify(answer));
      });
      const port = await listen(server, 0);
      const { orders, queue } = await shop(
        [
          ...paid(171, '5.00'),
          { do: 'work' },
          ...paid(172, '5.00'),
          { do: 'work' },
          { do: 'refund', order: 172, amount: '1.00' },
          { do: 'work' },
        ],
        { ADTRAIL_BASE_URL: `http://127.0.0.1:${port}` },
      );
      server.close();
      expect(queue).toEqual([]);
      expect(orders[171]?.notes).toEqual(['adtrail: refused. value: No &lt;b&gt;value&lt;/b&gt; of ….']);
      expect(orders[172]?.notes).toEqual([
        'adtrail: earned by &lt;a href=&quot;//evil.example&quot;&gt;x&lt;/a&gt;.',
        'adtrail: refund refused. currency: The event has another currency.',
      ]);
    });

    it('the plugin for WooCommerce has the next attempt in the queue before a request, which may not return', async () => {
      const { queue } = await shop([...paid(181, '5.00'), { do: 'work' }], { DIES: '1' });
      expect(queue).toEqual([{ in: expect.any(Number), hook: 'adtrail_send_order', arguments: [181, 1] }]);
    });

    it('the plugin for WooCommerce sends an order again when a shop manager asks for it, which counts once', async () => {
      const { orders } = await shop([
        ...paid(191, '5.00'),
        { do: 'work' },
        { do: 'again', order: 191 },
        { do: 'work' },
        { do: 'checkout', order: 192, total: '5.00' },
        { do: 'again', order: 192 },
      ]);
      expect(orders[191]?.notes).toHaveLength(2);
      expect(orders[192]?.notes).toEqual(['adtrail: not sent, because the order is not paid.']);
    });

    const noConstants = { ADTRAIL_BASE_URL: '', ADTRAIL_PUBLIC_KEY: '', ADTRAIL_SECRET_KEY: '' };
    const settings = () => ({
      base_url: `${facts.api}/`,
      public_key: facts.demo.public_key,
      secret_key: facts.demo.secret_key,
      consent: 'auto',
      cookie_domain: 'shop.example',
      pixel_path: '/t',
    });
    const withSettings = (stored: object) => ({
      ...noConstants,
      OPTIONS: JSON.stringify({ adtrail_settings: stored }),
    });

    it('the plugin for WooCommerce does nothing without settings, and reports sales with those of its page', async () => {
      const steps = [cookie(), { do: 'page' }, { do: 'checkout', order: 90, total: '5.00' }, { do: 'paid', order: 90 }, { do: 'work' }];
      const without = await shop(steps, noConstants);
      expect([without.page, without.orders[90]]).toEqual(['', { meta: [], notes: [] }]);
      const saved = await shop([{ do: 'save', settings: settings() }], noConstants);
      expect([saved.errors, saved.options.adtrail_settings]).toEqual([[], { ...settings(), base_url: facts.api }]);
      const set = await shop(steps, withSettings(saved.options.adtrail_settings ?? {}));
      expect(set.page).toBe(
        `<script src="/t/pixel/p.js?key=${facts.demo.public_key}&amp;consent=auto&amp;cookie-domain=shop.example" async></script>`,
      );
      expect(set.orders[90]?.notes).toEqual(['adtrail: earned by spring.']);
    });

    it('the plugin for WooCommerce takes a constant before the setting of the same name', async () => {
      const { page } = await shop([{ do: 'page' }], {
        OPTIONS: JSON.stringify({ adtrail_settings: { ...settings(), base_url: 'https://other.example' } }),
        ADTRAIL_CONSENT: 'hold',
        ADTRAIL_PIXEL_PATH: '/own',
      });
      expect(page).toContain('src="/own/pixel/p.js?');
      expect(page).toContain('consent=hold&amp;');
    });

    it('the plugin for WooCommerce stores no wrong setting, and keeps the stored one', async () => {
      const wrong = {
        base_url: 'javascript:alert(1)',
        public_key: facts.demo.secret_key,
        secret_key: facts.demo.public_key,
        consent: 'yes',
        cookie_domain: 'shop.example"><script>',
        pixel_path: '//evil.example',
        other: 'x',
      };
      const stored = { ...settings(), base_url: facts.api };
      const { errors, options } = await shop([{ do: 'save', settings: wrong }], withSettings(stored));
      expect(errors).toHaveLength(6);
      expect(options.adtrail_settings).toEqual(stored);
      expect(JSON.stringify(errors)).not.toContain('sk_live');
    });

    it('the plugin for WooCommerce shows its page to administrators alone, escaped and without the secret key', async () => {
      const stored = { ...settings(), cookie_domain: '"><script>alert(1)</script>' };
      const { page } = await shop([{ do: 'admin' }], withSettings(stored));
      expect(page).toContain('name="_wpnonce"');
      expect(page).toContain('action="options.php"');
      expect(page).toContain('<option value="auto" selected>');
      expect(page).not.toContain('<script>');
      expect(page).not.toContain(facts.demo.secret_key.slice(0, -4));
      const fixed = await shop([{ do: 'admin' }], { OPTIONS: JSON.stringify({ adtrail_settings: stored }) });
      expect(fixed.page.match(/ disabled>/g)).toHaveLength(3);
      expect(fixed.page).not.toContain(facts.demo.secret_key.slice(0, -4));
      const { page: refused } = await shop([{ do: 'admin', may: false }], withSettings(stored));
      expect(refused).toBe('You may not change these settings.');
    });

    it('the plugin for WooCommerce tests the stored settings when an administrator asks, and counts nothing', async () => {
      const steps = [{ do: 'admin', query: { adtrail_test: '1', _wpnonce: 'adtrail_test' } }];
      expect((await shop(steps)).page).toContain('The service accepts the secret key.');
      expect(await receiptOf('order_created:test')).toHaveProperty('detail');
      const { page } = await shop(steps, { ADTRAIL_SECRET_KEY: 'sk_live_wrong' });
      expect(page).toContain('The test failed. The credentials are missing or wrong.');
      const forged = await shop([{ do: 'admin', query: { adtrail_test: '1' } }]);
      expect(forged.page).toContain('The link has expired.');
    });

    it('the plugin for WooCommerce keeps a secret key that is not entered again, and sends it to no other address', async () => {
      const stored = { ...settings(), base_url: facts.api };
      const again = { ...settings(), secret_key: '', consent: '' };
      const { options } = await shop([{ do: 'save', settings: again }], withSettings(stored));
      expect(options.adtrail_settings).toMatchObject({ secret_key: facts.demo.secret_key });
      expect(options.adtrail_settings).not.toHaveProperty('consent');
      const moved = await shop([{ do: 'save', settings: { ...again, base_url: 'https://other.example' } }], withSettings(stored));
      expect(moved.options.adtrail_settings).not.toHaveProperty('secret_key');
      expect(moved.errors).toEqual([expect.stringContaining('enter its secret key')]);
    });

    it('the plugin for WooCommerce leaves no settings and no work behind when it is uninstalled, and orders as they are', async () => {
      const { options, queue, orders, cleaned } = await shop(
        [{ do: 'checkout', order: 91, total: '5.00' }, { do: 'paid', order: 91 }, { do: 'uninstall' }],
        { ...withSettings(settings()), SITES: '[1,4]' },
      );
      expect([options, queue, cleaned]).toEqual([{}, [], [1, 4]]);
      expect(orders[91]?.meta).toMatchObject({ _adtrail_queued: 'order_created:91' });
    });
  });
