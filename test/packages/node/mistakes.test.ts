// Slow: it starts processes.
import { adjustments } from '#packages/node/src/adjustments.ts';
import { EventRefusedError } from '#packages/node/src/index.ts';
import { callsWithId } from '../../examples/odd-values/node-client.ts';
import { startShop } from './service.ts';

let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop();
});
beforeEach(() => void shop.sent.splice(0));

/** Programs without type checks pass these values. */
const any = (value: unknown) => value as never;
const refusalOf = async (sent: Promise<unknown>) => {
  const error = await sent.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EventRefusedError);
  return error as EventRefusedError;
};

// `test/examples/odd-values` has the values that other languages have, too.
describe('an ID that two sales would share', () => {
  it.each<[string, unknown]>([
    ['a 64-bit number that JSON.parse has rounded', JSON.parse('576461413038785752')],
    ['a promise', Promise.resolve('1')],
    ['a function', () => '1'],
    ['a symbol', Symbol('1')],
    ['the text of a promise', '[object Promise]'],
  ])('an ID that two sales would share is refused before it is sent: %s', async (_, id) => {
    const client = shop.client();
    for (const call of callsWithId(client, id)) expect((await refusalOf(call)).code).toBe('invalid_id');
    expect(shop.sent).toEqual([]);
  });

  it.each([
    ['a bigint', 576461413038785753n, '576461413038785753'],
    ['a safe integer', Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('an ID that two sales would share is none of these: %s', async (_, orderId, digits) => {
    const { event_id } = await shop.client().order({ orderId });
    expect(event_id).toBe(`order_created:${digits}`);
  });

  it('an adjustment without an ID is sent, because the service knows whether such an event was stored before', async () => {
    const options = { secretKey: shop.secretKey, baseUrl: 'https://adtrail.example', fetch: any(shop.fetch) };
    const { refund } = adjustments(options);
    await expect(refund({ eventId: 'order_created:', netValue: 0 })).rejects.toMatchObject({
      code: 'status_422',
    });
  });
});

it('the empty user ID of a guest is no mistake', async () => {
  expect(await shop.client().order({ orderId: 'guest', userId: '' })).toMatchObject({ accepted: true });
});

it('refuses a click that is a promise, and says what to do', async () => {
  const click = any(Promise.resolve('s_1'));
  const error = await refusalOf(shop.client().order({ orderId: 'c', click }));
  expect(error).toMatchObject({ code: 'invalid_click', message: 'click is a promise: await it.' });
  expect(shop.sent).toEqual([]);
});

describe('the time of an event', () => {
  it.each<[string, unknown]>([
    ['a date of seconds', new Date(1_795_622_658)],
    ['a bigint', 1_795_622_658_000n],
  ])('is refused if it is %s', async (_, occurredAt) => {
    const client = shop.client();
    const event = { event_type: 'order_created', event_id: 'order_created:t', occurred_at: any(occurredAt) };
    for (const call of [client.order({ orderId: 't', occurredAt: any(occurredAt) }), client.track(event)])
      expect((await refusalOf(call)).code).toBe('invalid_time');
    expect(shop.sent).toEqual([]);
  });

  it('the time of an event is milliseconds, a date or ISO 8601', async () => {
    const client = shop.client();
    const at = Date.now() - 60_000;
    for (const [orderId, occurredAt] of [
      ['ms', at],
      ['date', new Date(at)],
      ['iso', new Date(at).toISOString()],
    ] as const) {
      await client.order({ orderId, occurredAt });
      expect(await shop.receipt(`order_created:${orderId}`)).toMatchObject({
        occurred_at: new Date(at).toISOString(),
      });
    }
  });
});

describe('the money of a processor', () => {
  it.each([
    ['stripe', 'isk', 500, '5.00'],
    ['stripe', 'ISK', 550, '5.50'],
    ['stripe', 'UGX', 505, '5.05'],
    ['adyen', 'CLP', 100_001, '1000.01'],
    ['adyen', 'ISK', 5, '0.05'],
    ['stripe', 'UGX', 500, '5.00'],
    ['stripe', 'MGA', 500, '500.00'],
    ['stripe', 'HUF', 1_148_000, '11480.00'],
    ['stripe', 'JPY', 500, '500.00'],
    ['stripe', 'KWD', 5120, '5.12'],
    ['stripe', 'EUR', 2599, '25.99'],
    ['adyen', 'CLP', 100_000, '1000.00'],
    ['adyen', 'CVE', 1000, '1000.00'],
    ['adyen', 'IDR', 17_408, '17408.00'],
    ['adyen', 'ISK', 279_000, '2790.00'],
    ['adyen', 'UGX', 500, '500.00'],
    ['sumup', 'COP', 4251, '4251.00'],
    ['sumup', 'HUF', 11_480, '11480.00'],
    ['iso', 'ISK', 500, '500.00'],
    [undefined, 'UGX', 500, '500.00'],
  ] as const)('the money of a processor of %s in %s is exact: %d is %s', async (amountFormat, currency, amount, value) => {
    const orderId = `${amountFormat}-${currency}-${amount}`;
    await shop.client().order({ orderId, amount, currency, amountFormat });
    const receipt = await shop.receipt(`order_created:${orderId}`);
    expect(receipt).toMatchObject({ value, currency: currency.toUpperCase() });
  });

  it('the money of a processor of a processor that is not known is refused', async () => {
    const order = { orderId: 'f', amount: 1, amountFormat: any('paypal') };
    expect((await refusalOf(shop.client().order(order))).code).toBe('invalid_amount_format');
    expect(shop.sent).toEqual([]);
  });

  it('the money of a processor has the same form in `track`', async () => {
    const event = { event_type: 'order_created', event_id: 'track-isk', amount: 500, currency: 'ISK' };
    await shop.client().track({ ...event, amount_format: 'stripe' });
    expect(await shop.receipt('track-isk')).toMatchObject({ value: '5.00' });
  });
});
