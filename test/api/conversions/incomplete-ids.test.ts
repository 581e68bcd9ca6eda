import { keyOf } from '#shared/conversions/items.ts';
import { tableAt } from '#shared/store/table.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

type Send = (event_id: string, more?: object) => Promise<{ status: number; body: unknown }>;
let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
let sid: string;
beforeAll(async () => {
  app = await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
  sid = await advertiser.click('svc_campaign=spring');
});

const eventOf = (event_id: string, more: object = {}) => ({
  event_type: 'order_created',
  event_id,
  svc_click_id: sid,
  value: 25,
  currency: 'USD',
  ...more,
});
const single: Send = (event_id, more) =>
  app.conversions.sendConversion({ body: eventOf(event_id, more) as never, headers: advertiser.key });
const withKey: Send = (event_id, more) =>
  app.keys.sendWithKey({
    params: { id: advertiser.secretKeyId },
    body: eventOf(event_id, more) as never,
    headers: advertiser.headers,
  });
const batchOf =
  (options: object): Send =>
  (event_id, more) =>
    app.conversions.sendConversion({
      body: { events: [eventOf('order_created:1'), eventOf(event_id, more)], ...options } as never,
      headers: advertiser.key,
    });
const channel: Send = (event_id, more) =>
  app.conversions.sendChannelEvents({
    params: { collection: 'events' },
    body: { events: [eventOf('order_created:1'), { ...eventOf(event_id, more), id: event_id }] } as never,
    headers: advertiser.key,
  });

/** An earlier version stored such IDs. */
async function storeAsBefore(event_id: string) {
  const other = `${event_id}x`;
  await single(other);
  const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
  const stored = await table.get(keyOf.conversion(advertiser.id, 'live', other));
  if (!stored) throw new Error('The event is not stored.');
  await table.put({
    ...stored,
    ...keyOf.conversion(advertiser.id, 'live', event_id),
    eventId: event_id,
  } as never);
}
const isStored = async (event_id: string) =>
  (await tableAt(`${app.world.prefix}attribution`, testDynamo()).get(keyOf.conversion(advertiser.id, 'live', event_id))) !== null;

describe.each<[string, Send, (string | number)[]]>([
  ['alone', single, ['body', 'event_id']],
  ['with a key of the console', withKey, ['body', 'event_id']],
  ['in a batch', batchOf({}), ['body', 'events', 1, 'event_id']],
  ['in an atomic batch', batchOf({ atomic: true }), ['body', 'events', 1, 'event_id']],
  ['by a client of the channel', channel, ['body', 'events', 1, 'event_id']],
])('an event sent %s with an ID that ends with a colon', (form, send, loc) => {
  const id = (name: string) => `${name}_${form.replaceAll(' ', '_')}:`;

  it('is 422 and is not stored, checked or not', async () => {
    for (const more of [{}, { validate_only: true }]) {
      const { status, body } = await send(id('new'), more);
      expect([207, 422]).toContain(status);
      expect(JSON.stringify(body)).toContain(JSON.stringify(loc));
    }
    expect(await isStored(id('new'))).toBe(false);
  });

  it('has its original result if it was stored before', async () => {
    await storeAsBefore(id('old'));
    const { status, body } = await send(id('old'));
    const { results = [] } = body as { results?: object[] };
    expect(status).toBe(200);
    expect(results[1] ?? body).toMatchObject({
      accepted: true,
      duplicate: true,
      matched: true,
      campaign: 'spring',
    });
  });
});

it('an event with an ID that ends with a colon costs one more read and no write', async () => {
  app.calls.length = 0;
  await single('counted:');
  const calls = app.calls.filter(({ table }) => table === 'attribution').map(({ operation }) => operation);
  expect(calls.filter((operation) => operation === 'GetItem')).toHaveLength(2);
});

it('an adjustment of an ID that ends with a colon is 422 in every form, unless the event is stored', async () => {
  const { key: headers } = advertiser;
  const adjustment = { net_value: 1, reason: 'refund' } as const;
  const put = (event_id: string) => app.adjustments.adjustEvent({ params: { event_id }, query: {}, body: adjustment, headers });
  const many = (event_id: string) =>
    app.adjustments.adjustEvents({
      query: {},
      body: { adjustments: [{ event_id, ...adjustment }] },
      headers,
    });
  const file = (event_id: string) =>
    app.send(
      new Request('http://adtrail.local/api/v1/pixel/adjustments', {
        method: 'POST',
        body: `event_id,net_value,reason\n${event_id},1,refund\n`,
        headers: { ...headers, 'content-type': 'text/csv' },
      }),
    );
  await storeAsBefore('stored:');
  for (const adjust of [put, many]) {
    const refused = await adjust('nothing:');
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ type: 'event_id_incomplete' }] } });
    expect((await adjust('stored:')).status).toBe(200);
  }
  expect((await file('nothing:')).status).toBe(422);
  expect((await file('stored:')).status).toBe(200);
  const listed = await app.adjustments.listAdjustments({
    params: { event_id: 'stored:' },
    query: {},
    headers,
  });
  expect(bodyOf(listed).net_value).toBe('1.00');
});
