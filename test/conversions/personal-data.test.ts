import { looksPersonal, maskedPath, redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { parseExactly } from '#shared/values/json.ts';
import { cpuClock } from '#test/kit/cpu-clock.ts';

const mask = '[redacted]';
const redacted = (value: unknown) => redactPersonalData({ note: value }).properties.note;

describe('texts without personal data', () => {
  it.each([
    '10017',
    'order_created:10017',
    'ORD-2026-000123',
    '#1001',
    '4552389492912',
    '5678901234567',
    '112-3456789-1234567',
    'SKU-123-456-7890',
    'AB-1234-5678-90',
    '4006381333931',
    '9780306406157',
    '00012345',
    '0123456789',
    '20261121-0001',
    '2026-11-21',
    '21.11.2026',
    '11/21/2026',
    '2026-11-21T09:30:00Z',
    '2026-11-21 09:30:00 +0530',
    '20261121093000',
    '1763712000000',
    '1763712000000000',
    '09 30',
    '01/02/2026 10:00',
    '192.168.100.200',
    '10.0.0.1',
    '2001:db8::ff00:42:8329',
    '550e8400-e29b-41d4-a716-446655440000',
    '41111111-1111-4111-8111-111111111111',
    '1.22.333',
    'v2.10.4444',
    'd41d8cd98f00b204e9800998ecf8427e',
    's_4fTq0ZkJ8vW2nRxLmP7aBc',
    '25.99',
    '1,234,567.89',
    '1 234 567.89',
    '$12,345,678.00',
    '1.234.567,89 EUR',
    '1000000000000',
    '+1234567.89',
    '0.00000001',
    '-12 345 678',
    '10 000 000 000 EUR',
    '1 000 000 000',
    '2 500 000 000 JPY',
    '100\u202f000\u202f000\u202f000',
    'shoe@2x.png',
    'img/shoe@3x.webp',
    'logo@1.5x.jpg?v=2',
    'icon@2x.avif, icon@3x.avif',
    '',
    ' ',
    'spring sale',
    '@handle',
    'a@b',
    'me@localhost',
    'price @ 5.00',
    'user at example.com',
    '4111111111111112',
    '411111111111111',
    '+12 34',
  ])('%s', (text) => {
    expect(redactPersonalData({ note: text })).toEqual({ properties: { note: text }, fields: [] });
  });

  it.each([10017, 25.99, 1763712000000, 5678901234567, 4111111111111112, 0, -1, 1e21, true, false, null])('%j', (value) => {
    expect(redacted(value)).toBe(value);
  });

  it('numbers longer than a double keep every digit', () => {
    const properties = parseExactly('{"a":12345678901234567890.123456789}') as Record<string, unknown>;
    expect(JSON.stringify(redactPersonalData(properties).properties)).toBe('{"a":12345678901234567890.123456789}');
  });
});

describe('texts with personal data', () => {
  it.each([
    'ada@example.com',
    'joe@2x.io',
    'Ada.Lovelace+shop@mail.example.co.uk',
    'ADA@EXAMPLE.COM',
    'Ada <ada@example.com>',
    'mailto:ada@example.com?subject=x',
    'write to ada@example.com, please',
    'ädä@exämple.com',
    'https://x.example/?u=ada@example.com',
    `${'x'.repeat(300)}@example.com`,
  ])('the e-mail address %s', (text) => {
    expect(redacted(text)).toBe(mask);
  });

  it.each([
    '+14155550132',
    '+1 (415) 555-0132',
    '+1-415-555-0132',
    '+1.415.555.0132',
    'tel:+14155550132',
    'call +44 20 7946 0958 now',
    '+49 (0)170 1234567',
    '+49/170/1234567',
    '+33 6 12 34 56 78',
    '+91 98765 43210',
    '+81-3-1234-5678',
    '+55 (11) 91234-5678',
    '(415) 555-0132',
    '415-555-0132',
    '415.555.0132',
    '415 555 0132',
    '1-415-555-0132',
    '1 (415) 555-0132',
    '020 7946 0958',
    '(020) 7946 0958',
    '0170 1234567',
    '0170/1234567',
    '089 / 1234567',
    '06 12 34 56 78',
    '06.12.34.56.78',
    '06-12-34-56-78',
    'phone: 0049 170 1234567',
    'Call 415-555-0132.',
    'Call 020 7946 0958.',
  ])('the phone number %s', (text) => {
    expect(redacted(text)).toBe(mask);
  });

  it.each([
    ['Visa', '4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111', 'Paid with 4111111111111111.'],
    ['Mastercard', '5555555555554444', '5555 5555 5555 4444', '2223003122003222'],
    ['American Express', '378282246310005', '3782 822463 10005'],
    [
      'Discover, Diners, JCB, UnionPay, Maestro',
      '6011111111111117',
      '30569309025904',
      '3530111333300000',
      '6200000000000005',
      '6759649826438453',
    ],
  ])('a card number: %s', (_, ...numbers) => {
    for (const number of numbers) expect([number, redacted(number)]).toEqual([number, mask]);
  });

  it('a card number sent as a JSON number, however long', () => {
    expect(redacted(4111111111111111)).toBe(mask);
    const long = parseExactly('{"n":6212345678901234577}') as { n: unknown };
    const [digits] = /\d+/.exec(JSON.stringify(long)) ?? [];
    expect(digits).toBe('6212345678901234577');
    expect(redactPersonalData(long as Record<string, unknown>)).toEqual({
      properties: { n: mask },
      fields: ['properties.n'],
    });
  });

  it.each(['email', 'e_mail', 'Email', 'emailAddress', 'email_address', 'phone', 'phone_number', 'mobile', 'tel', 'card_number', 'ssn'])(
    'whatever stands under %s, as text or as a long number',
    (name) => {
      expect(redactPersonalData({ [name]: 'anything' })).toEqual({
        properties: { [name]: mask },
        fields: [`properties.${name}`],
      });
      expect(redactPersonalData({ [name]: 4915112345678 }).fields).toEqual([`properties.${name}`]);
      for (const empty of ['', null, false]) expect(redactPersonalData({ [name]: empty }).fields).toEqual([]);
    },
  );

  it.each(['email_count', 'phone_model', 'cellular', 'card_type', 'telescope'])('a value under %s is not masked', (name) => {
    expect(redactPersonalData({ [name]: 'value' }).fields).toEqual([]);
  });
});

describe('masking', () => {
  it('masking reaches into objects and arrays, names the places, and leaves the rest and the input as they were', () => {
    const input = {
      order: { lines: [{ sku: 'A-1' }, { sku: 'B-2', gift_to: 'ada@example.com' }] },
      contacts: ['x', 'ada@example.com'],
      phone: ['0170 1234567', ''],
      total: 5,
    };
    const copy = structuredClone(input);
    expect(redactPersonalData(input)).toEqual({
      properties: {
        order: { lines: [{ sku: 'A-1' }, { sku: 'B-2', gift_to: mask }] },
        contacts: ['x', mask],
        phone: [mask, ''],
        total: 5,
      },
      fields: ['properties.order.lines.1.gift_to', 'properties.contacts.1', 'properties.phone.0'],
    });
    expect(input).toEqual(copy);
  });

  it.each(['ada@example.com', '+14155550132', '4111 1111 1111 1111'])(
    'masking masks the key %s, whose path then does not name it',
    (key) => {
      const { properties, fields } = redactPersonalData({ by: { [key]: 3 } });
      expect(properties).toEqual({ by: { [mask]: 3 } });
      expect(fields).toEqual([`properties.by.${mask}`]);
    },
  );

  it('masking keeps a key called __proto__ a key', () => {
    const { properties } = redactPersonalData(JSON.parse('{"__proto__":{"a":"ada@example.com"}}'));
    expect(JSON.stringify(properties)).toBe('{"__proto__":{"a":"[redacted]"}}');
  });

  it.each([
    ['a text without an @', 'a'.repeat(32_000)],
    ['a text of @', '@'.repeat(32_000)],
    ['a domain that never ends', `a@${'a.'.repeat(16_000)}`],
    ['many beginnings of addresses', 'a@a.'.repeat(8000)],
    ['digits', '4'.repeat(32_000)],
    ['spaced digits', '4 '.repeat(16_000)],
    ['pluses', '+1 '.repeat(10_000)],
    ['zeros and spaces', '0 1 '.repeat(8000)],
  ])('masking takes time in proportion to the length: %s', (_, text) => {
    const started = cpuClock();
    redactPersonalData({ text });
    expect(cpuClock() - started).toBeLessThan(100);
  });
});

describe('personal IDs and addresses', () => {
  it.each(['ada@example.com', 'order:ada.lovelace@example.co.uk', '+14155550132', '+49 170 1234567'])('%s looks personal', (id) =>
    expect(looksPersonal(id)).toBe(true),
  );

  it.each(['order_created:10017', '4111111111111111', '555-123-4567', '2026-11-22', 'a@b', '+1', '@shop'])(
    '%s does not: retries are recognized by such ids',
    (id) => expect(looksPersonal(id)).toBe(false),
  );

  it.each([
    ['/users/ada%40example.com/orders', '/users/[redacted]/orders'],
    ['/users/ada@example.com', '/users/[redacted]'],
    ['/call/+14155550132', '/call/[redacted]'],
    ['/shoes/2026-11/4711', '/shoes/2026-11/4711'],
    ['/%E0%A4%A/x', '/%E0%A4%A/x'],
    ['/', '/'],
    ['', ''],
  ])('the path %s is kept as %s', (path, kept) => expect(maskedPath(path)).toBe(kept));

  it('IDs and addresses are checked in time proportional to their length', () => {
    const started = cpuClock();
    for (const long of ['a@'.repeat(500_000), '+1 '.repeat(300_000), '/a@b.'.repeat(200_000)]) {
      looksPersonal(long);
      maskedPath(long);
    }
    expect(cpuClock() - started).toBeLessThan(3000);
  });
});
