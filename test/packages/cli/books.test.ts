// Slow: it starts processes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { openApi } from '#packages/cli/src/api.ts';
import type { Config } from '#packages/cli/src/config.ts';
import { bookTools } from '#packages/cli/src/mcp/books.ts';
import { readerOf } from '#packages/cli/src/mcp/tool.ts';
import { awayFromMidnight, midnightTimeoutMs } from '#test/kit/away-from-midnight.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const base = temporaryFolder();
let facts: Facts;
const today = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;

beforeAll(() => awayFromMidnight(), midnightTimeoutMs);
beforeAll(async () => {
  facts = await spawnHost(['--port', '0', '--data', join(base, 'data'), '--json']).ready();
  const sent = await fetch(`${facts.api}/api/v1/pixel/server-events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${facts.demo.secret_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      event_type: 'order_created',
      event_id: 'order_created:1',
      value: 20,
      currency: 'USD',
      svc_click_id: 'unknown',
      occurred_at: today,
    }),
  });
  expect(sent.status).toBe(202);
});

const tokenOf = () => ({ ADTRAIL_ACCESS_TOKEN: facts.demo.access_token });
const keyOf = () => ({ ADTRAIL_SECRET_KEY: facts.demo.secret_key });
const adtrail = (args: string[], credentials: Record<string, string> = tokenOf(), input = '') =>
  runCommand(args, { ADTRAIL_CONFIG_DIR: join(base, 'home'), ADTRAIL_BASE_URL: facts.api, ...credentials }, input);
const fileOf = (name: string, content: string) => {
  writeFileSync(join(base, name), content);
  return join(base, name);
};
const asked = (input: object) => {
  const config = { baseUrl: facts.api, accessToken: facts.demo.access_token, store: () => {} };
  const [tool] = bookTools;
  const whole = tool?.input.parse(input);
  return tool?.run(whole as never, readerOf(openApi(config as unknown as Config), 'UTC'));
};

describe('adtrail refund', () => {
  it('states the net of an order with a secret key, of one to come too, and a repeat changes nothing', async () => {
    const command = ['refund', '1', '--net', '19.50', '--note', 'laces'];
    for (let repeat = 0; repeat < 2; repeat++)
      expect(await adtrail(command, keyOf())).toEqual({
        code: 0,
        stderr: '',
        stdout: 'order_created:1: gross 20.00 USD, net 19.50 USD.\n',
      });
    const json = await adtrail(['refund', '2', '--net', '0', '--reason', 'cancellation', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ pending: true, adjustment: { reason: 'cancellation' } });
    expect(await adtrail(['refund', '1'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--net/),
    });
    expect(await adtrail(['refund', '1', '--net=1000000000001'])).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('adtrail reconcile', () => {
  const rows = [`1,${today},19.50,USD`, `8,${today},25.99,USD`, `9,${today},5.00,EUR`];
  const csv = (...lines: string[]) => `order_id,occurred_at,value,currency\n${lines.join('\n')}\n`;

  it('prints the orders by category, lists those of one, and an assistant reads the same', async () => {
    const none = await asked({})?.catch((error: Error) => error.message);
    expect(none).toMatch(/^No orders were reconciled/);
    const done = await adtrail(['reconcile', fileOf('orders.csv', csv(...rows))]);
    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['1 of 3 orders arrived (33.33 %).'],
      [''],
      ['CATEGORY', 'ORDERS', 'DIFFERENCE'],
      ['missing', '2', '5.00 EUR, 25.99 USD'],
      ['unattributed', '1', '0.00 USD'],
      [''],
    ]);
    const answer = (await asked({ category: 'missing' }))?.structuredContent ?? {};
    expect(answer).toMatchObject({ status: 'completed', orders: 3, arrived: 1, total: 2 });
    expect(answer.rows).toMatchObject([{ order_id: '8' }, { order_id: '9' }]);
    const listed = await adtrail(['orders', 'list', String(answer.reconciliation_id), '--limit', '1']);
    expect(listed.stdout).toMatch(/\n +8 .* 25\.99 +USD .* 25\.99\n\nMore: the same command with --cursor \S+\n$/);
    const other = await adtrail(['orders', 'list', String(answer.reconciliation_id), '--category', 'ok', '--json']);
    expect(JSON.parse(other.stdout)).toMatchObject({ rows: [], total: 0 });
  });

  it('takes any file whose columns are named, prints problems by line, and compares nothing of them', async () => {
    const columns = ['order_id=Receipt', 'occurred_at=When', 'value=Gross'].flatMap((one) => ['--column', one]);
    const till = `Receipt;When;Gross\nT1;${today};1.250,00\n`;
    const done = await adtrail(['reconcile', '-', '--currency', 'eur', '--test', '--json', ...columns], tokenOf(), till);
    expect(JSON.parse(done.stdout)).toMatchObject({
      environment: 'test',
      orders: 1,
      values: [{ currency: 'EUR', shop_value: '1250.00' }],
    });
    const bad = await adtrail(['reconcile', fileOf('bad.csv', csv(`1,${today},1e3,USD`, '2,never,1,USD'))]);
    expect([bad.code, bad.stdout.split('\n')[0]]).toEqual([1, 'line 2, value, An amount expected, such as 12.50']);
    expect(bad.stderr).toMatch(/^The file has 2 problems\. Nothing was compared\. \(request /);
    const wrong = await adtrail(['reconcile', fileOf('x.csv', csv(...rows)), '--time-zone', 'Mars/Phobos']);
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringMatching(/^time_zone, /)]);
  });

  it('needs a person who is signed in: no key may read the books', async () => {
    const file = fileOf('orders.csv', csv(...rows));
    expect(await adtrail(['reconcile', file], keyOf())).toMatchObject({ code: 3, stdout: '' });
    const asKey = { ADTRAIL_ACCESS_TOKEN: facts.demo.secret_key };
    expect(await adtrail(['reconcile', file], asKey)).toMatchObject({ code: 3, stdout: '' });
    expect(await adtrail(['reconcile', join(base, 'none.csv')])).toMatchObject({ code: 2 });
  });

  it('sends a file above 5 MB by an upload, and prints its problems by line', async () => {
    const wide = 'x'.repeat(6000);
    const large = (value: string) =>
      `order_id,occurred_at,value,currency,note\n${Array.from({ length: 1000 }, (_, at) => `L${at},${today},${at === 999 ? value : '1.00'},USD,${wide}`).join('\n')}\n`;
    const done = await adtrail(['reconcile', fileOf('large.csv', large('1.00')), '--test']);
    expect(done.stderr).toMatch(/^Uploading \d\.\d MB\.\n/);
    expect(done.stdout).toMatch(/^0 of 1000 orders arrived \(0 %\)\./);
    const refused = await adtrail(['reconcile', fileOf('large.csv', large('1e3')), '--test']);
    expect([refused.code, refused.stdout]).toEqual([1, 'line 1001, value, An amount expected, such as 12.50\n']);
  });
});
