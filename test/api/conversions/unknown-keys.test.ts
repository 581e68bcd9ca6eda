import { newAdvertiser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';

const burst = 50;
let world: World;
let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  world = await newWorld();
  app = await startApp(world, {
    env: { UNKNOWN_KEY_BURST: String(burst), UNKNOWN_KEY_REQUESTS_PER_SECOND: '1' },
  });
  owner = await newAdvertiser(app);
});

const event = { event_type: 'order_created', event_id: 'o1', svc_click_id: 's_x', value: 1 };
const send = (headers: Record<string, string>, body = JSON.stringify(event), path = '') =>
  app.send(
    new Request(`http://adtrail.local/api/v1/pixel/server-events${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }),
  );
const unknown = { authorization: 'Bearer sk_live_made_up' };
const channel = '/v1/events?pid=any';

describe('requests for the Conversion API without a valid key', () => {
  it.each([
    ['an unknown key', unknown],
    ['no key', {}],
  ])('requests without a valid key (%s) are 401 whatever the unread body is', async (_, headers) => {
    for (const path of ['', channel])
      for (const body of ['{', '', JSON.stringify(event), 'x'.repeat(2_000_000)])
        expect([path, body.length, (await send(headers, body, path)).status]).toEqual([path, body.length, 401]);
    expect((await send(owner.key, '{')).status).toBe(422);
    expect((await send(owner.key, JSON.stringify({ ...event, properties: 'x'.repeat(2_000_000) }))).status).toBe(413);
  });

  it('requests without a valid key count by network, and a customer behind the same address is not affected', async () => {
    const statuses = async (count: number, path = '') => {
      const all: number[] = [];
      for (let sent = 0; sent < count; sent++) all.push((await send(unknown, '{', path)).status);
      return all;
    };
    expect(await statuses(burst - 1)).toEqual(Array(burst - 1).fill(401));
    expect(await statuses(3, channel)).toEqual([401, 429, 429]);
    const refused = await send(unknown);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await send({ authorization: `Bearer ${owner.pixelKey}` })).status).toBe(429);
    for (let sent = 0; sent < 2 * burst; sent++)
      expect((await send(owner.key, JSON.stringify({ ...event, event_id: `o${sent}` }))).status).toBe(202);
    world.clientAddress = '203.0.113.9';
    expect((await send(unknown)).status).toBe(401);
    world.clientAddress = '192.0.2.1';
    world.clock.now += 3000;
    expect((await send(unknown)).status).toBe(401);
  });
});
