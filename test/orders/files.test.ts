import { linesOf } from '#shared/files/file-text.ts';
import { addJsonFile } from '#shared/orders/rules/json-orders.ts';
import { addFile } from '#shared/orders/rules/order-file.ts';
import { orderReader } from '#shared/orders/rules/order-reader.ts';
import { orderOfText } from '#shared/orders/rules/order-texts.ts';
import { orderTime } from '#shared/orders/rules/order-times.ts';
import type { OrderFacts } from '#shared/orders/rules/read-order.ts';
import type { OrderField } from '#shared/orders/rules/sent-order.ts';
import { defaultRules, standingsBy } from '#shared/reconciliation/rules/account-rules.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const facts: OrderFacts = {
  idTemplate: 'order_created:{order_id}',
  currency: null,
  timeZone: 'UTC',
  dateFormat: null,
  from: null,
  to: null,
  standingsOf: (format) => standingsBy(defaultRules, format),
};
function readFile(text: string, more: Partial<OrderFacts> = {}, columns: Partial<Record<OrderField, string>> = {}) {
  const reader = orderReader({ ...facts, ...more }, now);
  const file = addFile(Buffer.from(text), columns, reader);
  return { ...file, ...reader.end() };
}
const orders = (read: ReturnType<typeof readFile>) => ('orders' in read ? read.orders.map(orderOfText) : read.problems);

describe('files of orders', () => {
  it('addFile reads an export of Shopify, whose further lines of an order have no total', () => {
    const read = readFile(
      'Name,Email,Financial Status,Paid at,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem name,Refunded Amount,Id,Source\n' +
        '#1001,a@b.example,paid,2026-11-20 10:00:05 -0500,USD,15.00,4.90,3.80,23.70,2026-11-20 10:00:00 -0500,Mug,0.00,5159806763157,web\n' +
        '#1001,a@b.example,,,,,,,,2026-11-20 10:00:00 -0500,Cup,,,\n' +
        '#1002,,pending,,USD,1,0,0,1.00,2026-11-20 23:00:00 -0500,Mug,0.00,5159806763158,pos\n',
    );
    expect(read).toMatchObject({ format: 'shopify', skipped: { blank: 0, continued: 1 } });
    expect(orders(read)).toMatchObject([
      {
        orderId: '5159806763157',
        value: '23.7',
        currency: 'USD',
        status: 'paid',
        salesChannel: 'web',
        tax: '3.8',
        shipping: '4.9',
        refunded: '0',
        occurredAt: Date.parse('2026-11-20T15:00:00Z'),
      },
      { orderId: '5159806763158', status: 'pending', salesChannel: 'pos' },
    ]);
  });

  it('addFile reads an export of WooCommerce in the zone of the shop', () => {
    const file =
      'Order ID;Order Status;Order Date;Order Total Amount;Order Currency;Order Shipping Amount;Order Total Tax Amount\n' +
      '="17";wc-processing;2026-11-20 10:00;1.234,50;EUR;4,90;197,11\n';
    expect(orders(readFile(file, { timeZone: 'Europe/Berlin' }))).toMatchObject([
      {
        orderId: '17',
        value: '1234.5',
        currency: 'EUR',
        shipping: '4.9',
        tax: '197.11',
        occurredAt: Date.parse('2026-11-20T09:00:00Z'),
      },
    ]);
  });

  it('addFile reads an export of Stripe, with the order in the metadata', () => {
    const file =
      'id,Created date (UTC),Amount,Amount Refunded,Currency,Status,order_id (metadata)\n' +
      'ch_1,2026-11-20 10:00:00,"1,250.00",0.00,usd,Paid,1001\n';
    const read = readFile(file, { timeZone: 'Asia/Kolkata' });
    expect(read).toMatchObject({ format: 'stripe' });
    expect(orders(read)).toMatchObject([{ orderId: '1001', value: '1250', currency: 'USD', status: 'Paid' }]);
    expect(orders(read)).toMatchObject([{ occurredAt: Date.parse('2026-11-20T10:00:00Z') }]);
  });

  it('addFile reads any file whose columns are named', () => {
    const file = 'Beleg\tWann\tBrutto\tKunde\n1\t20.11.2026 10:30\t12,50\tu1\n';
    const columns = { order_id: 'Beleg', occurred_at: 'Wann', value: 'Brutto', external_user_id: 'Kunde' };
    expect(orders(readFile(file, { currency: 'EUR', timeZone: 'Europe/Berlin' }, columns))).toMatchObject([
      { orderId: '1', value: '12.5', userId: 'u1', occurredAt: Date.parse('2026-11-20T09:30:00Z') },
    ]);
    expect(orders(readFile(file))).toMatchObject([{ code: 'unknown_headings' }]);
    const missing = readFile(file, {}, { ...columns, tax: 'Steuer' });
    expect(orders(missing)).toMatchObject([{ line: 1, field: 'tax', code: 'unknown_column' }, {}]);
  });

  it('addFile reads one mark before three digits as thousands in a currency without decimals', () => {
    const file = 'order_id;occurred_at;value;currency\n1;2026-11-20;25.000;CLP\n2;2026-11-20;7.990;CLP\n';
    const values = [{ value: '25000' }, { value: '7990' }];
    expect(orders(readFile(file))).toMatchObject(values);
    expect(orders(readFile(file.replaceAll('.', ',')))).toMatchObject(values);
    const unnamed = file.replace(';currency', '').replaceAll(';CLP', '');
    expect(orders(readFile(unnamed, { currency: 'clp' }))).toMatchObject(values);
  });

  it('addFile refuses amounts whose only mark may be of decimals or of thousands, by line', () => {
    const file = 'order_id;occurred_at;value\n1;2026-11-20;25.000\n2;2026-11-20;7\n';
    const problem = { line: 2, field: 'value', code: 'ambiguous_number' };
    expect(orders(readFile(file, { currency: 'EUR' }))).toMatchObject([problem]);
    expect(orders(readFile(file, { currency: 'KWD' }))).toMatchObject([{ value: '25' }, { value: '7' }]);
    const english = file.replace('25.000', '25,000');
    expect(orders(readFile(english, { currency: 'USD' }))).toMatchObject([{ value: '25000' }, { value: '7' }]);
    const columns = { value: 'Brutto' };
    const named = english.replace('value', 'Brutto');
    expect(orders(readFile(named, { currency: 'USD' }, columns))).toMatchObject([problem]);
  });

  it('addFile bounds the columns and the text of a line', () => {
    const many = ','.repeat(300_000);
    const long = 'x'.repeat(300_000);
    const head = 'order_id,occurred_at,value,currency,note\n';
    expect(orders(readFile(`${head}1,2026-11-20,5,USD,"${long}"${many}\n`))).toMatchObject([{ orderId: '1' }]);
    const [line] = linesOf([`1,"${long}"${many}\n`], ',');
    expect(line?.cells.length).toBeLessThanOrEqual(2001);
    expect(line?.cells[1]).toHaveLength(100_000);
  });

  it('addFile lists all problems by line', () => {
    const file =
      'order_id,occurred_at,value,currency,test\n' +
      '1,2026-11-20,5,USD,\n' +
      '1,2026-11-20,5,USD,\n' +
      '2,soon,5,US,maybe\n' +
      '3,2027-01-01,x,,\n' +
      `4,03/04/2026,${'1'.repeat(31)},USD,\n` +
      ',2026-11-20,1,USD,\n';
    const problems = orders(readFile(file, { from: '2026-11-20' })) as {
      line: number;
      field: string;
      code: string;
    }[];
    expect(problems.map(({ line, field, code }) => `${line} ${field} ${code}`)).toEqual([
      '3 order_id repeated_order',
      '4 currency not_a_currency',
      '4 occurred_at not_a_time',
      '4 test not_a_flag',
      '5 currency no_currency',
      '5 value not_a_number',
      '5 occurred_at future_time',
      '6 value too_large',
      '6 occurred_at ambiguous_date',
    ]);
    expect(orders(readFile('order_id,occurred_at,value\n"1,2026-11-20,5\n'))).toMatchObject([{ code: 'broken_quotes', line: 2 }]);
    expect(orders(readFile('order_id,occurred_at,value\n'))).toMatchObject([{ code: 'no_rows' }]);
  });

  it("from and to are days of the shop: an order before UTC's midnight may be of the shop's next day", () => {
    const file = (at: string) => `order_id,occurred_at,value,currency\n1,${at},5,USD\n`;
    const day = { from: '2026-11-20', to: '2026-11-20' };
    for (const [timeZone, first, last] of [
      ['Asia/Kolkata', '2026-11-19T18:30:00Z', '2026-11-20T18:29:59Z'],
      ['America/New_York', '2026-11-20T05:00:00Z', '2026-11-21T04:59:59Z'],
    ] as const) {
      const read = (at: number) => orders(readFile(file(new Date(at).toISOString()), { ...day, timeZone }));
      const [from, to] = [Date.parse(first), Date.parse(last)];
      const outside = [{ field: 'occurred_at', code: 'outside_period' }];
      expect(read(from - 1000), `${timeZone}: a second before the day`).toMatchObject(outside);
      expect(read(from), `${timeZone}: the first second`).toMatchObject([{ orderId: '1' }]);
      expect(read(to), `${timeZone}: the last second`).toMatchObject([{ orderId: '1' }]);
      expect(read(to + 1000), `${timeZone}: a second after the day`).toMatchObject(outside);
    }
  });

  it('addJsonFile lists unknown fields and values of a wrong type, by row', () => {
    const reader = orderReader({ ...facts, currency: 'USD' }, now);
    const rows = [{ order_id: 1, occurred_at: '2026-11-20T10:00:00Z', value: 0.1 }, { order_id: {}, occurred_at: 5, price: 1 }, 7];
    addJsonFile(Buffer.from(JSON.stringify({ rows, account: 1 })), reader);
    expect(reader.end()).toMatchObject({
      problems: [
        { line: null, field: 'account', code: 'extra_forbidden' },
        { line: 1, field: 'price', code: 'extra_forbidden' },
        { line: 1, field: 'order_id' },
        { line: 1, field: 'occurred_at' },
        { line: 1, field: 'value' },
        { line: 2, field: null, code: 'invalid' },
      ],
    });
    const broken = orderReader(facts, now);
    addJsonFile(Buffer.from('{"rows":[}'), broken);
    expect(broken.end()).toMatchObject({ problems: [{ code: 'json_invalid' }] });
  });
});

describe('orderTime', () => {
  const at = (text: string, zone = 'America/New_York') => {
    const time = orderTime(text, zone, null);
    return time === null || time === undefined ? time : new Date(time).toISOString();
  };
  it('orderTime reads times with and without a zone', () => {
    expect(at('2026-11-20T10:00:00Z')).toBe('2026-11-20T10:00:00.000Z');
    expect(at('2026-11-20 10:00:00 UTC')).toBe('2026-11-20T10:00:00.000Z');
    expect(at('2026-11-20 10:00:00 -0500')).toBe('2026-11-20T15:00:00.000Z');
    expect(at('2026-11-20 10:00')).toBe('2026-11-20T15:00:00.000Z');
    expect(at('2026-11-20')).toBe('2026-11-20T05:00:00.000Z');
    expect(at('11/20/2026, 3:05 PM')).toBe('2026-11-20T20:05:00.000Z');
    expect(at('Nov 20, 2026')).toBe('2026-11-20T05:00:00.000Z');
    expect(at('03/04/2026')).toBe(null);
    expect(at('yesterday')).toBe(undefined);
    expect(at('2026-11-20 25:00')).toBe(undefined);
  });
  it('orderTime reads no day that the calendar does not have', () => {
    const days = ['2027-02-29', '2027-04-31 10:00', '31.04.2027', 'Feb 30, 2028', '30/02/2028 10:30 PM', '20270229'];
    for (const day of days) expect([day, at(day)]).toEqual([day, undefined]);
    expect(at('29.02.2028', 'UTC')).toBe('2028-02-29T00:00:00.000Z');
  });
  it('orderTime reads a date of two numbers only in a stated order of day and month', () => {
    const days = (dateFormat: OrderFacts['dateFormat']) =>
      ['03/04/2026', '13/04/2026', '04/13/2026', '05/05/2026', '2026-04-03'].map((text) => {
        const time = orderTime(text, 'UTC', dateFormat);
        return time == null ? time : new Date(time).toISOString().slice(0, 10);
      });
    const proven = ['2026-04-13', '2026-04-13', '2026-05-05', '2026-04-03'];
    expect(days(null)).toEqual([null, ...proven]);
    expect(days('YYYY-MM-DD')).toEqual([null, ...proven]);
    expect(days('DD/MM/YYYY')).toEqual(['2026-04-03', '2026-04-13', undefined, '2026-05-05', '2026-04-03']);
    expect(days('MM/DD/YYYY')).toEqual(['2026-03-04', undefined, '2026-04-13', '2026-05-05', '2026-04-03']);
  });
  it('orderTime reads times around a change of clocks', () => {
    expect(at('2026-03-08 01:59')).toBe('2026-03-08T06:59:00.000Z');
    expect(at('2026-03-08 02:30')).toBe('2026-03-08T07:30:00.000Z');
    expect(at('2026-03-08 03:00')).toBe('2026-03-08T07:00:00.000Z');
    expect(at('2026-11-01 00:30')).toBe('2026-11-01T04:30:00.000Z');
    expect(at('2026-11-01 03:00')).toBe('2026-11-01T08:00:00.000Z');
    // East of Greenwich, the same hour of UTC is on the other side of the change.
    expect(at('2026-03-29 02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(at('2026-10-25 02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(at('2026-10-25 03:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z');
    // A time that comes twice is the first, in every zone.
    expect(at('2026-11-01 01:30')).toBe('2026-11-01T05:30:00.000Z');
    expect(at('2026-04-05 02:30', 'Australia/Sydney')).toBe('2026-04-04T15:30:00.000Z');
    expect(at('2026-10-04 02:30', 'Australia/Sydney')).toBe('2026-10-03T16:30:00.000Z');
  });
});
