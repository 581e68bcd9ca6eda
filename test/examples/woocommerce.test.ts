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
}, 120_000);

type Shown = {
  page: string;
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
    it('puts the pixel on the page', async () => {
      const { page } = await shop([{ do: 'page' }]);
      expect(page).toBe(`<script src="${facts.api}/pixel/p.js?key=${facts.demo.public_key}" async></script>`);
    });

    it('stores the click with the order, and reports the sale once when it is paid', async () => {
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

    it('reports cash on delivery when it is paid, which is later than its order is processed', async () => {
      const taken = [
        { do: 'checkout', order: 78, total: '9.00' },
        { do: 'processing', order: 78, cash: true },
        { do: 'work' },
      ];
      const before = await shop(taken);
      expect([before.queue, before.orders[78]?.notes]).toEqual([[], []]);
      const { orders } = await shop([...taken, { do: 'completed', order: 78 }, { do: 'work' }]);
      expect(orders[78]?.notes).toEqual(['adtrail: not attributed (no_click_id).']);
      // A bank transfer that a shop manager confirms is paid at once.
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

    it('names itself and its version to the service', async () => {
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

    it('does so for the checkout of blocks, and for visitors without a click', async () => {
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

    it('tries again later, longer each time, when the service is away', async () => {
      const steps = [{ do: 'checkout', order: 75, total: '5.00' }, { do: 'paid', order: 75 }, { do: 'work' }];
      const away = { ADTRAIL_BASE_URL: 'http://127.0.0.1:9' };
      const { queue, orders } = await shop([...steps, { do: 'work' }, { do: 'work' }], away);
      expect(orders[75]?.notes).toEqual([]);
      expect(queue).toEqual([{ in: expect.any(Number), hook: 'adtrail_send_order', arguments: [75, 3] }]);
      expect(queue[0]?.in).toBeGreaterThanOrEqual(120);
      const all = await shop([...steps, ...Array.from({ length: 25 }, () => ({ do: 'work' }))], away);
      expect([all.queue, all.orders[75]?.notes]).toEqual([[], ['adtrail: not delivered. No response.']]);
    });

    it('respects Retry-After, and waits for a new key', async () => {
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

    it('writes a note when an order is refused', async () => {
      const { queue, orders } = await shop([
        { do: 'checkout', order: 77, total: '-5.00' },
        { do: 'paid', order: 77 },
        { do: 'work' },
      ]);
      expect(queue).toEqual([]);
      expect(orders[77]?.notes).toEqual([expect.stringMatching(/^adtrail: refused\. /)]);
    });
  });
