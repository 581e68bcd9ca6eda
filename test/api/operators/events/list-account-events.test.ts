import { listAccountEvents } from '#functions/api/operators/events/list-account-events.ts';
import { days } from '#shared/values/durations.ts';
import { newAdvertiser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});

const send = async (event_id: string, given: object = {}) => {
  const body = { event_type: 'order_created', event_id, svc_click_id: 's_none', ...given };
  return (await app.conversions.sendConversion({ body, headers: owner.key })).status;
};
const eventsOf = async (query: object, user_id = owner.id) => {
  const { status, body } = await app.operators.listAccountEvents({ params: { user_id }, query, headers });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};

describe("the operators' search in an account's events", () => {
  it('operators find an event by its ID on any day, without other accounts and environments', async () => {
    expect(await send('order_created:old')).toBe(202);
    await app.settle();
    app.world.clock.now += days(20);
    expect(await send('order_created:new')).toBe(202);
    await app.settle();
    const { events, partial } = await eventsOf({ id: 'order_created:old' });
    expect(events.map(({ event_id, outcome }) => [event_id, outcome])).toEqual([['order_created:old', 'unmatched']]);
    expect(partial).toBe(false);
    expect((await eventsOf({})).events.map(({ event_id }) => event_id)).toEqual(['order_created:new']);
    expect((await eventsOf({ id: 'order_created:none' })).events).toEqual([]);
    expect((await eventsOf({ id: 'order_created:old', environment: 'test' })).events).toEqual([]);
    const other = await newAdvertiser(app);
    expect((await eventsOf({ id: 'order_created:old' }, other.id)).events).toEqual([]);
  });

  it('operators find a request by its ID, with rejected events and each outcome once', async () => {
    expect(await send('order_created:twice', { value: 1, currency: 'USD' })).toBe(202);
    expect(await send('order_created:twice', { value: 2, currency: 'USD' })).toBe(200);
    expect(await send('order_created:wrong', { value: 'a lot' })).toBe(422);
    await app.settle();
    const twice = await eventsOf({ id: 'order_created:twice' });
    expect(twice.events.map(({ outcome }) => outcome).sort()).toEqual(['conflict', 'duplicate', 'unmatched']);
    const wrong = (await eventsOf({})).events.find(({ outcome }) => outcome === 'rejected');
    expect(wrong?.request_id).toBeTruthy();
    const ofRequest = await eventsOf({ id: wrong?.request_id ?? '' });
    expect(ofRequest.events).toEqual([wrong]);
  });

  it('a full page is no partial search, and a short page of a log that was read is complete', async () => {
    const other = await newAdvertiser(app);
    for (const event_id of ['order_created:1', 'order_created:2'])
      await app.conversions.sendConversion({
        body: { event_type: 'order_created', event_id, svc_click_id: '' },
        headers: other.key,
      });
    await app.settle();
    for (const [limit, count] of [
      [1, 1],
      [2, 2],
      [3, 2],
    ] as const) {
      const { events, partial } = await eventsOf({ limit }, other.id);
      expect([events.length, partial], `limit=${limit}`).toEqual([count, false]);
    }
  });

  it('the audit has the searched ID as a keyed hash only', async () => {
    await eventsOf({ id: 'order_created:looked-for' });
    const { status, body } = await app.operators.listAudit({ query: { action: 'read_events' }, headers });
    if (status !== 200) throw new Error(JSON.stringify(body));
    const detailsOfAll = body.entries.map(({ details }) => details);
    const q_length = 'order_created:looked-for'.length;
    expect(detailsOfAll).toContainEqual({ environment: 'live', q_hash: expect.any(String), q_length });
    expect(JSON.stringify(body)).not.toContain('looked-for');
  });

  it('the search requires an ID of 1 to 512 characters, and an operator', async () => {
    const params = { user_id: owner.id };
    for (const id of ['', 'x'.repeat(513)]) {
      const { status } = await app.operators.listAccountEvents({ params, query: { id }, headers });
      expect(status).toBe(422);
    }
    const { status } = await app.operators.listAccountEvents({
      params,
      query: { id: 'x' },
      headers: owner.headers as never,
    });
    expect(status).toBe(401);
  });
});

it.each([
  ['a log that is not read to its end', 1, true],
  ['a log that is not read to its end, with a full page', 2, false],
])('the search in %s', async (_, each, partial) => {
  const next = { day: '2026-11-20' };
  let pages = 0;
  const page = async () => {
    pages++;
    const entries = pages > 2 ? [] : [{ receivedAt: '2026-11-20T10:00:00.000Z', outcome: 'unmatched', keyId: 'k' }];
    return { entries, next };
  };
  const query = { environment: 'live', limit: each === 2 ? 2 : 3 };
  const answer = await listAccountEvents.handle(
    { params: { user_id: 1 }, query, actor: { by: {} } } as never,
    {
      audit: { record: async () => {} },
      now: () => Date.parse('2026-11-20T12:00:00Z'),
      eventLog: { page },
    } as never,
  );
  expect(answer.body).toMatchObject({ partial });
  expect(pages).toBeGreaterThan(1);
});
