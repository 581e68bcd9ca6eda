import fc from 'fast-check';
import { orderReader } from '#shared/orders/rules/order-reader.ts';
import { orderFields, type SentOrder } from '#shared/orders/rules/sent-order.ts';
import { readBytes } from '#shared/reconciliation/read-upload.ts';
import { defaultRules, standingsBy } from '#shared/reconciliation/rules/account-rules.ts';
import { categoryNames, firstOf } from '../../web/console/books/categories.ts';
import { changesText } from '../../web/console/books/changes-text.ts';
import { columnTitles, factsOf, requestOf } from '../../web/console/books/facts.ts';
import { firstLines, recognised } from '../../web/console/books/headings.ts';
import { questionsOf } from '../../web/console/books/questions.ts';
import { sampleNames, sampleOf } from '../../web/console/books/samples.ts';
import { booksSearch } from '../../web/console/books/search.ts';
import { sharesOf } from '../../web/console/books/shares.ts';
import { netAfter } from '../../web/console/events/net.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const reader = () =>
  orderReader(
    {
      idTemplate: 'order_created:{order_id}',
      currency: null,
      timeZone: 'UTC',
      dateFormat: null,
      from: null,
      to: null,
      standingsOf: (format: string | null) => standingsBy(defaultRules, format),
    },
    now,
  );
const bytesOf = (text: string) => new TextEncoder().encode(text);
const start = async (text: string, columns = {}) => recognised(await firstLines(new Blob([text])), columns);

describe('the shares of a bar', () => {
  it('sum to exactly 100 %, are equal for equal counts, and differ from the exact share by at most a tenth for each category', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 9 }), (counts) => {
        const total = counts.reduce((sum, count) => sum + count, 0);
        const shares = sharesOf(counts);
        const tenths = shares.reduce((sum, share) => sum + Math.round(share * 10), 0);
        expect(tenths).toBe(total === 0 ? 0 : 1000);
        const largest = counts.indexOf(Math.max(...counts));
        for (const [at, count] of counts.entries()) {
          if (total === 0) continue;
          const isOff = Math.abs((shares[at] ?? 0) - (count * 100) / total);
          expect(isOff).toBeLessThanOrEqual(at === largest ? 0.051 * counts.length : 0.051);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it('changes that were not counted are not shown as none', () => {
  const change = { currency: 'EUR', conversions: 1, value: '5.00', net_value: '0.00', spend: '0.00' };
  expect([null, [], [change]].map(changesText)).toEqual(['not counted', '', '+1 conversion']);
});

describe('the sample files', () => {
  it.each(sampleNames)('of %s are read by the API without a problem, as what they are', async (format) => {
    const text = sampleOf(format, now);
    const sent: SentOrder[] = [];
    const inner = reader();
    const read = readBytes(
      { bytes: bytesOf(text) },
      {},
      {
        ...inner,
        add(order, line) {
          sent.push(order);
          inner.add(order, line);
        },
      },
    );
    expect(read).toMatchObject({ format });
    const found = await start(text);
    expect(found.format).toBe(format);
    expect(sent).toHaveLength(4);
    expect(found.columns.order_id?.first).toBe(sent[0]?.order_id);
    expect(Number(found.columns.value?.first)).toBe(Number(sent[0]?.value));
  });
});

describe('the columns of a file', () => {
  it('are those of the API: title lines, quotes over lines, semicolons and UTF-16 change nothing', async () => {
    const text = 'My shop\n\n"Order ID";"Note\nof order";Date;Order Total\n17;x;2026-11-20;"1.250,00"\n';
    const found = await start(text);
    expect(found).toMatchObject({
      format: 'woocommerce',
      columns: {
        order_id: { heading: 'Order ID', first: '17' },
        occurred_at: { heading: 'Date', first: '2026-11-20' },
        value: { heading: 'Order Total', first: '1.250,00' },
      },
    });
    const wide = new Blob([new Uint8Array([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect(recognised(await firstLines(wide), {}).format).toBe('woocommerce');
  });

  it('are asked for when no export fits, and a chosen column comes before a recognised one', async () => {
    const text = 'Bestellung,Zeit,Summe,Brutto\nA,2026-11-20,10,12\n';
    expect(await start(text)).toEqual({
      format: null,
      headings: ['Bestellung', 'Zeit', 'Summe', 'Brutto'],
      columns: {},
      idHeadings: [],
    });
    const named = { order_id: 'Bestellung', occurred_at: 'Zeit', value: 'Brutto', tax: '' };
    expect((await start(text, named)).columns.value).toEqual({ heading: 'Brutto', first: '12' });
    expect(Object.keys(columnTitles)).toHaveLength(orderFields.length);
    expect(await start('')).toEqual({ format: null, headings: [], columns: {}, idHeadings: [] });
    expect((await firstLines(new Blob([new Uint8Array([0x80, 0x81, 0x82])]))).length).toBe(0);
  });
});

describe('what remains after a refund', () => {
  it('is exact, and there is none for 0, more than the net, or what is no amount', () => {
    expect(netAfter('83.95', '20.00')).toBe('63.95');
    expect(netAfter('0.30', '0.10')).toBe('0.20');
    expect(netAfter('999999999999.99', '0.01')).toBe('999999999999.98');
    expect(netAfter('5.00', '5')).toBe('0.00');
    expect(netAfter('1.00', '0.00000000000000000001')).toBe('0.99999999999999999999');
    for (const amount of ['0', '0.00', '5.01', '-1', '1,00', '', '1e2', ' 1'])
      expect([amount, netAfter('5.00', amount)]).toEqual([amount, null]);
  });
});

describe('the request', () => {
  it('has what was entered, then what the newest reconciliation had, and no empty text', () => {
    const earlier = {
      event_type: 'paid',
      id_template: 'paid-{order_id}',
      time_zone: 'Europe/Berlin',
      window_hours: 24,
      tolerance: '0.05',
    };
    expect(requestOf(factsOf({ currency: 'EUR', columns: { value: 'A', tax: '' } }, { earlier, zone: 'UTC' }))).toEqual({
      event_type: 'paid',
      id_template: 'paid-{order_id}',
      time_zone: 'Europe/Berlin',
      window_hours: '24',
      tolerance: '0.05',
      currency: 'EUR',
      columns: { value: 'A' },
    });
    expect(factsOf({ event_type: 'order_paid' }, { earlier, zone: 'UTC' }).id_template).toBe('order_paid:{order_id}');
  });

  it('asks a question at the field that answers it', () => {
    const problem = (code: string, field: string | null, line: number | null) => ({
      code,
      field,
      line,
      message: 'm',
    });
    expect(
      questionsOf([
        problem('no_currency', 'currency', 2),
        problem('ambiguous_date', 'occurred_at', 2),
        problem('custom', 'id_template', null),
        problem('negative', 'value', 3),
      ]),
    ).toEqual({
      currency: 'The file names no currency: enter it.',
      date_format: 'Day or month first? The file does not show it.',
      id_template: 'm',
    });
  });
});

describe('the view', () => {
  it('begins with the worst category that has orders', () => {
    const counts = Object.fromEntries(categoryNames.map((name) => [name, 0])) as Parameters<typeof firstOf>[0];
    expect(firstOf({ ...counts, ok: 9, missing: 1, doubled: 2 })).toBe('missing');
    expect(firstOf({ ...counts, ok: 9, doubled: 2, extra: 1 })).toBe('doubled');
    expect(firstOf({ ...counts, ok: 9, extra: 1 })).toBe('extra');
    expect(firstOf({ ...counts, ok: 9, unattributed: 1 })).toBe('unattributed');
    expect(firstOf({ ...counts, excluded: 1 })).toBe('excluded');
  });

  it('takes from the address what is valid alone', () => {
    expect(booksSearch({ tab: 'rules', id: 'recon_1', category: 'missing', by: 'pixel' })).toEqual({
      tab: 'rules',
      id: 'recon_1',
      category: 'missing',
      by: 'pixel',
    });
    expect(booksSearch({ tab: 'orders', id: '', category: '__proto__', by: 'day' })).toEqual({});
  });
});
