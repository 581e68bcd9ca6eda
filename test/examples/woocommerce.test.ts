// Slow: it starts processes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { listen } from '#lib/local/listen.ts';
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
  options: { adtrail_settings?: Record<string, string> };
  queue: { in: number; hook: string; arguments: number[] }[];
  orders: Record<string, { meta: Record<string, string>; notes: string[] }>;
};
async function shop(steps: object[], env: Record<string, string> = {}): Promise<Shown> {
  const { stdout, stderr } = await runProgram('php', ['test/examples/wordpress.php'], {
    ...{ cwd: '.', input: JSON.stringify(steps) },
    env: {
      ...{ ADTRAIL_BASE_URL: facts.api, ADTRAIL_PUBLIC_KEY: facts.demo.public_key },
      ...{ ADTRAIL_SECRET_KEY: facts.demo.secret_key, ...env },
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

it('is a plugin that WordPress reads, and that nobody can call from outside', () => {
  const plugin = readFileSync('examples/woocommerce/adtrail.php', 'utf8');
  expect(plugin).toMatch(/^<\?php\n\/\*\*\n \* Plugin Name: adtrail for WooCommerce\n/);
  expect(plugin).toContain("defined('ABSPATH') || exit;");
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
        ...{ value: '25.90', currency: 'EUR', campaign: 'spring', has_external_user: true },
        properties: { item_count: 2 },
      });
    });

    it('the plugin for WooCommerce reports cash on delivery when it is paid, which is later than its order is processed', async () => {
      const taken = [
        { do: 'checkout', order: 78, total: '9.00' },
        { do: 'processing', order: 78, cash: true },
        { do: 'work' },
      ];
      const before = await shop(taken);
      expect([before.queue, before.orders[78]?.notes]).toEqual([[], []]);
      const { orders } = await shop([...taken, { do: 'completed', order: 78 }, { do: 'work' }]);
      expect(orders[78]?.notes).toEqual(['adtrail: not attributed (no_click_id).']);
      const transfer = [
        { do: 'checkout', order: 79, total: '9.00' },
        { do: 'processing', order: 79 },
      ];
      const { orders: paid } = await shop([
        ...transfer,
        { do: 'work' },
        { do: 'completed', order: 79 },
        { do: 'work' },
      ]);
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
        const server = createServer((_, response) =>
          response.writeHead(status, headers).end('{"detail":"No."}'),
        );
        const port = await listen(server, 0);
        const { queue } = await shop(
          [{ do: 'checkout', order: 76, total: '5.00' }, { do: 'paid', order: 76 }, { do: 'work' }],
          { ADTRAIL_BASE_URL: `http://127.0.0.1:${port}` },
        );
        server.close();
        expect([status, queue.length]).toEqual([status, 1]);
        if (status === 429) expect(queue[0]?.in).toBeGreaterThanOrEqual(7200);
      }
    });

    it('the plugin for WooCommerce writes a note when an order is refused', async () => {
      const { queue, orders } = await shop([
        { do: 'checkout', order: 77, total: '-5.00' },
        { do: 'paid', order: 77 },
        { do: 'work' },
      ]);
      expect(queue).toEqual([]);
      expect(orders[77]?.notes).toEqual([expect.stringMatching(/^adtrail: refused\. /)]);
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
      const steps = [
        cookie(),
        { do: 'page' },
        { do: 'checkout', order: 90, total: '5.00' },
        { do: 'paid', order: 90 },
        { do: 'work' },
      ];
      const without = await shop(steps, noConstants);
      expect([without.page, without.orders[90]]).toEqual(['', { meta: [], notes: [] }]);
      const saved = await shop([{ do: 'save', settings: settings() }], noConstants);
      expect([saved.errors, saved.options.adtrail_settings]).toEqual([
        [],
        { ...settings(), base_url: facts.api },
      ]);
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

    it('the plugin for WooCommerce keeps a secret key that is not entered again, and sends it to no other address', async () => {
      const stored = { ...settings(), base_url: facts.api };
      const again = { ...settings(), secret_key: '', consent: '' };
      const { options } = await shop([{ do: 'save', settings: again }], withSettings(stored));
      expect(options.adtrail_settings).toMatchObject({ secret_key: facts.demo.secret_key });
      expect(options.adtrail_settings).not.toHaveProperty('consent');
      const moved = await shop(
        [{ do: 'save', settings: { ...again, base_url: 'https://other.example' } }],
        withSettings(stored),
      );
      expect(moved.options.adtrail_settings).not.toHaveProperty('secret_key');
      expect(moved.errors).toEqual([expect.stringContaining('enter its secret key')]);
    });

    it('the plugin for WooCommerce leaves no settings and no work behind when it is uninstalled, and orders as they are', async () => {
      const { options, queue, orders } = await shop(
        [
          ...[{ do: 'activate' }, { do: 'checkout', order: 91, total: '5.00' }, { do: 'paid', order: 91 }],
          { do: 'uninstall' },
        ],
        withSettings(settings()),
      );
      expect([options, queue]).toEqual([{}, []]);
      expect(orders[91]?.meta).toMatchObject({ _adtrail_queued: '1' });
    });
  });
