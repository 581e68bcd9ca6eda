import { gunzipSync, gzipSync } from 'node:zlib';
import { orderReader } from '#shared/orders/rules/order-reader.ts';
import { readBytes } from '#shared/reconciliation/read-upload.ts';
import { defaultRules, standingsBy } from '#shared/reconciliation/rules/account-rules.ts';
import { readContent } from '#shared/spend/read-content.ts';
import { networksOf } from '#shared/spend/rules/files/networks.ts';
import { busyness } from '#test/kit/cpu-clock.ts';

const facts = (network: string) => ({
  network,
  currency: 'USD',
  timeZone: 'UTC',
  pixelKey: null,
  dateFormat: null,
  columns: {},
});
const orderFacts = {
  idTemplate: 'order_created:{order_id}',
  currency: 'USD',
  timeZone: 'UTC',
  dateFormat: null,
  from: null,
  to: null,
  standingsOf: (format: string | null) => standingsBy(defaultRules, format),
};
const now = Date.parse('2026-11-20T12:00:00Z');

/** Time on the processor depends less on the load of the machine than time by the wall clock does. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('the work of reading a file', () => {
  const lines = (count: number, line: (at: number) => string) => Buffer.from(Array.from({ length: count }, (_, at) => line(at)).join('\n'));

  it.each([
    ['title lines of 2,000 cells', lines(40, () => Array(2000).fill('x').join(','))],
    ['title lines of letters that normalization lengthens', lines(40, () => `${'\uFDFA'.repeat(60)},`.repeat(200))],
    ['bad days, each of them another one', Buffer.concat([Buffer.from('Day,Campaign,Cost\n'), lines(50_000, (at) => `d${at},c,x`)])],
    ['lines of totals', Buffer.concat([Buffer.from('Day,Campaign,Cost\n'), lines(500_000, () => 'Total,,1')])],
  ])('does not multiply its limits: %s', (_, bytes) => {
    const file = gunzipSync(gzipSync(bytes));
    const took = processorMs(() => {
      networksOf(file, {});
      for (const network of ['google_ads', 'podcast']) readContent({ bytes: file }, facts(network), now);
    });
    expect(took).toBeLessThan(2000 * busyness());
  });
});

it('a file of spend or orders ends at its most lines, also if they are blank', () => {
  const upload = (headings: string, most: number) => Buffer.from(`${headings}\n${'\n'.repeat(most + 1)}`);
  const spend = upload('Day,Campaign,Cost\n2026-11-20,c,1', 500_000);
  expect(readContent({ bytes: spend }, facts('google_ads'), now)).toMatchObject({
    problems: [{ code: 'too_many_rows' }],
  });
  const reader = orderReader(orderFacts, now);
  expect(reader.maxLines).toBe(1_000_000);
  reader.maxLines = 1000;
  const orders = upload('order_id,created_at,value\n1,2026-11-20,1', 1000);
  expect(readBytes({ bytes: orders }, {}, reader)).toMatchObject({ problems: [{ code: 'too_many_orders' }] });
});
