import { Webhook } from 'standardwebhooks';
import { deliver } from '#shared/outbox/deliver.ts';
import { webhookEventTypes } from '#shared/registry/webhook-events.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';
import { deliveriesOf, newEndpoint, pass, run, subscriber, verified } from './scene.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

const down = { status: 503, body: 'down' };

describe('a webhook endpoint', () => {
  it('a webhook endpoint is told of an attributed conversion once, signed so that the reference library verifies it', async () => {
    const { order, endpoint, click } = await subscriber(app);
    const svc_click_id = await click();
    const more = { svc_click_id, external_user_id: 'grace', properties: { note: 'gift' } };
    await order('order_created:1', more);
    await order('order_created:1', more);
    await run(app);
    const [event, ...others] = verified(app, endpoint.secret);
    expect(others).toEqual([]);
    expect(event).toEqual({
      type: 'conversion.attributed',
      timestamp: '2026-11-21T12:00:00.000Z',
      id: app.world.hooks.posts[0]?.headers['webhook-id'],
      environment: 'live',
      data: {
        event_id: 'order_created:1',
        event_type: 'order_created',
        value: '25.99',
        currency: 'USD',
        occurred_at: '2026-11-21T12:00:00.000Z',
        received_at: '2026-11-21T12:00:00.000Z',
        campaign: 'spring',
        ad_group: 'shoes',
        ad_id: 'ad_1',
        clicked_at: '2026-11-21T12:00:00.000Z',
        pixel_key: expect.stringMatching(/^pk_live_/),
        counted: true,
      },
    });
  });

  it('a webhook endpoint gets every event from its 201 on, also if its account had conversions or an endpoint before', async () => {
    const cached = await startApp(app.world, { env: { KEY_CACHE_SECONDS: '30' } });
    const owner = await newAdvertiser(cached);
    const order = async (id: string) => {
      await cached.conversions.sendConversion({
        body: { event_type: 'order_created', event_id: id, value: 1, svc_click_id: await owner.click() },
        headers: owner.key,
      });
      await run(cached);
      return app.world.hooks.posts.splice(0).map(({ url }) => url);
    };
    expect(await order('order_created:1')).toEqual([]);
    await newEndpoint(cached, owner.headers);
    expect(await order('order_created:2')).toEqual(['https://shop.example.com/hook']);
    await newEndpoint(cached, owner.headers, { url: 'https://shop.example.com/second' });
    expect((await order('order_created:3')).sort()).toEqual(['https://shop.example.com/hook', 'https://shop.example.com/second']);
  });

  it('a webhook endpoint is told of a late match and of a conflict, and of nothing that has no click', async () => {
    const one = await subscriber(app);
    await one.order('order_created:1', { svc_click_id: 'gclid:later' });
    await run(app);
    expect(app.world.hooks.posts).toEqual([]);
    const { order, endpoint } = one;
    await order('order_created:2');
    app.world.clock.now += 500;
    await order('order_created:2', { event_type: 'purchase_completed', value: 30, currency: 'EUR' });
    app.world.clock.now += 1000;
    await one.click('svc_campaign=spring&gclid=later');
    await run(app);
    const events = verified(app, endpoint.secret);
    expect(events.map(({ type, data }) => [type, data.event_id]).sort()).toEqual([
      ['conversion.attributed', 'order_created:2'],
      ['conversion.conflict', 'order_created:2'],
      ['conversion.matched_late', 'order_created:1'],
    ]);
    expect(Object.fromEntries(events.map(({ type, timestamp }) => [type, timestamp]))).toEqual({
      'conversion.attributed': '2026-11-21T12:00:00.000Z',
      'conversion.conflict': '2026-11-21T12:00:00.500Z',
      'conversion.matched_late': '2026-11-21T12:00:01.500Z',
    });
    expect(events.find(({ type }) => type === 'conversion.matched_late')?.data).toMatchObject({
      campaign: 'spring',
      matched_at: '2026-11-21T12:00:01.500Z',
      reason: 'unknown_svc_click_id',
    });
    expect(events.find(({ type }) => type === 'conversion.conflict')?.data).toMatchObject({
      fields: expect.arrayContaining(['event_type', 'value', 'currency']),
      accepted: { event_type: 'order_created', value: '25.99', currency: 'USD' },
      sent: { event_type: 'purchase_completed', value: '30.00', currency: 'EUR' },
    });
  });

  it('a webhook endpoint gets only its types of events, and only of its environment', async () => {
    const one = await subscriber(app, { events: ['conversion.conflict'] });
    await newEndpoint(app, one.headers, { environment: 'test' });
    await one.order('order_created:1');
    await one.order('order_created:1', { value: 30 });
    await run(app);
    expect(verified(app, one.endpoint.secret).map(({ type }) => type)).toEqual(['conversion.conflict']);
  });

  it('a webhook endpoint of one type gets every event of that type and of its environment, and none of another', async () => {
    const { id: account_id, headers } = await newUser(app, { emailVerified: true });
    const wanted = webhookEventTypes.flatMap((type) => (['live', 'test'] as const).map((environment) => ({ type, environment })));
    const urlOf = (type: string, environment: string) => `https://${environment}.example.com/${type}`;
    for (const some of [wanted.slice(0, 7), wanted.slice(7, 14), wanted.slice(14)]) {
      const made = [];
      for (const { type, environment } of some)
        made.push(await newEndpoint(app, headers, { url: urlOf(type, environment), environment, events: [type] }));
      app.world.clock.now += 61_000;
      app.world.hooks.posts = [];
      for (const { type, environment } of wanted)
        await deliver(
          {
            kind: 'webhook_event',
            id: `${type} ${environment} ${made[0]?.id}`,
            type,
            account_id,
            environment,
            at: new Date(app.world.clock.now).toISOString(),
            data: {},
          } as never,
          app.workerDeps('effects'),
        );
      await run(app);
      const posted = app.world.hooks.posts.map(({ url, body }) => `${url} ${JSON.parse(body).type}`);
      expect(posted.sort()).toEqual(some.map(({ type, environment }) => `${urlOf(type, environment)} ${type}`).sort());
      for (const { id } of made) await app.webhooks.deleteWebhookEndpoint({ params: { id }, headers });
    }
  });

  it('deliveries are listed by event type, by status and by both, over pages', async () => {
    const one = await subscriber(app);
    for (const at of [1, 2]) {
      await one.order(`order_created:${at}`);
      await one.order(`order_created:${at}`, { value: 30 });
      if (at === 1) await run(app);
      app.world.hooks.answer = () => down;
      app.world.clock.now += 1000;
    }
    await run(app);
    const listed = async (query: Parameters<typeof deliveriesOf>[2]) => {
      const { deliveries, next_cursor } = await deliveriesOf(app, one, query);
      return [...deliveries.map(({ event_type, status }) => `${event_type.slice(11)} ${status}`).sort(), next_cursor];
    };
    const event_type = 'conversion.conflict' as const;
    expect(await listed({ event_type })).toEqual(['conflict delivered', 'conflict pending', null]);
    expect(await listed({ status: 'pending' })).toEqual(['attributed pending', 'conflict pending', null]);
    expect(await listed({ event_type, status: 'delivered' })).toEqual(['conflict delivered', null]);
    expect(await listed({ event_type, status: 'undelivered' })).toEqual(['conflict pending', null]);
    const first = await deliveriesOf(app, one, { event_type, limit: 1 });
    expect(first.deliveries).toMatchObject([{ event_type, status: 'pending' }]);
    const cursor = first.next_cursor ?? '';
    expect(await listed({ event_type, limit: 1, cursor })).toEqual(['conflict delivered', expect.any(String)]);
  });

  it('a webhook endpoint is told of a key that a browser uses', async () => {
    const one = await subscriber(app);
    await one.order('order_created:1');
    await app.conversions.sendConversion({
      body: { event_type: 'order_created', event_id: 'order_created:2', svc_click_id: await one.click() },
      headers: { ...one.key, origin: 'https://shop.example' },
    });
    const at = app.world.clock.now;
    app.world.clock.now += 5000;
    await run(app);
    const exposed = verified(app, one.endpoint.secret).find(({ type }) => type === 'key.exposed');
    expect(exposed).toMatchObject({
      timestamp: new Date(at).toISOString(),
      data: { key_id: one.secretKeyId, origin: 'https://shop.example' },
    });
  });

  it('a webhook endpoint is told of low credits', async () => {
    const user = await newUser(app);
    const { secret } = await newEndpoint(app, user.headers);
    await app.ledger.grant(user.id, {
      claim: `c#${user.id}`,
      type: 'ADJUSTMENT',
      amount: 5,
      reason: 'test',
      actor: 'test',
    });
    await app.ledger.spend(user.id, { claim: `s#${user.id}`, amount: 3, reason: 'prompt', actor: 'test' });
    await run(app);
    expect(verified(app, secret)).toMatchObject([{ type: 'credits.low', data: { balance: 2, threshold: 2 } }]);
  });

  it('a webhook endpoint can be tried, rotated and deleted', async () => {
    const { id, endpoint, ...user } = await subscriber(app);
    let { headers } = user;
    const params = { id: endpoint.id };
    const tried = await app.webhooks.testWebhookEndpoint({
      params,
      body: { event_type: 'credits.low' },
      headers,
    });
    expect(tried).toMatchObject({ status: 202, body: { status: 'pending', event_type: 'credits.low' } });
    await run(app);
    expect(verified(app, endpoint.secret)).toMatchObject([{ type: 'credits.low', test: true }]);

    const rotated = await app.webhooks.rotateWebhookSecret({ params, body: {}, headers });
    if (rotated.status !== 200) throw new Error('not rotated');
    app.world.hooks.posts = [];
    await app.webhooks.testWebhookEndpoint({ params, body: {}, headers });
    await run(app);
    expect(verified(app, endpoint.secret)).toHaveLength(1);
    expect(verified(app, rotated.body.secret)).toHaveLength(1);
    app.world.clock.now += 24 * 3_600_000;
    app.world.hooks.posts = [];
    headers = await app.signIn(id);
    await app.webhooks.testWebhookEndpoint({ params, body: {}, headers });
    await run(app);
    expect(verified(app, rotated.body.secret)).toHaveLength(1);
    expect(() => verified(app, endpoint.secret)).toThrow('No matching signature');

    expect(await app.webhooks.deleteWebhookEndpoint({ params, headers })).toMatchObject({ status: 200 });
    expect(await app.webhooks.deleteWebhookEndpoint({ params, headers })).toMatchObject({ status: 404 });
    expect(await app.webhooks.listWebhookDeliveries({ params, query: {}, headers })).toMatchObject({
      status: 404,
    });
  });

  it('a webhook endpoint shows its secret once and stores it encrypted', async () => {
    const { headers, endpoint } = await subscriber(app);
    const listed = await app.webhooks.listWebhookEndpoints({ headers });
    const { secret, ...record } = endpoint;
    expect(listed.body).toEqual({ endpoints: [record] });
    expect(JSON.stringify(await allItems(app.world, 'attribution'))).not.toContain(secret.slice(6, 40));
    expect(() => new Webhook(secret)).not.toThrow();
  });

  it('a webhook endpoint belongs to its account', async () => {
    const { endpoint } = await subscriber(app);
    const { headers } = await newUser(app);
    const params = { id: endpoint.id };
    const answers = [
      await app.webhooks.changeWebhookEndpoint({ params, body: { status: 'disabled' }, headers }),
      await app.webhooks.deleteWebhookEndpoint({ params, headers }),
      await app.webhooks.rotateWebhookSecret({ params, body: {}, headers }),
      await app.webhooks.testWebhookEndpoint({ params, body: {}, headers }),
      await app.webhooks.replayWebhookEndpoint({
        params,
        body: { since: '2026-11-20T00:00:00Z' },
        headers,
      }),
      await app.webhooks.listWebhookDeliveries({ params, query: {}, headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  it('a webhook endpoint is one of at most ten, also when eleven are created at once', async () => {
    const { headers } = await newUser(app);
    const create = () => app.webhooks.createWebhookEndpoint({ body: { url: 'https://shop.example.com/' }, headers });
    const several = (count: number) => Promise.all(Array.from({ length: count }, create));
    const answers = await several(6);
    app.world.clock.now += 60_000;
    answers.push(...(await several(6)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    const list = await app.webhooks.listWebhookEndpoints({ headers });
    const [first] = list.status === 200 ? list.body.endpoints : [];
    await app.webhooks.deleteWebhookEndpoint({ params: { id: first?.id ?? '' }, headers });
    expect((await create()).status).toBe(201);
  });

  it('a webhook endpoint is created once for an Idempotency-Key, with the same secret', async () => {
    const { headers } = await newUser(app);
    const create = (other: object = {}) =>
      app.webhooks.createWebhookEndpoint({
        body: { url: 'https://shop.example.com/', ...other },
        headers: { ...headers, 'idempotency-key': 'a' },
      });
    const [first, second] = await Promise.all([create(), create()]);
    expect(first).toMatchObject({ status: 201 });
    expect(second.body).toEqual(first.body);
    for (const other of [
      { url: 'https://other.example.com/' },
      { events: ['conversion.conflict' as const] },
      { description: 'Another' },
      { environment: 'test' as const },
    ])
      expect([other, (await create(other)).body]).toMatchObject([other, { code: 'idempotency_key_reused' }]);
    const { id } = first.body as { id: string };
    await app.webhooks.rotateWebhookSecret({ params: { id }, body: {}, headers });
    expect((await create()).body).toMatchObject({ code: 'key_superseded' });
  });

  it.each([
    'http://shop.example.com/hook',
    'https://10.0.0.1/',
    'https://localhost/hook',
    'http://127.0.0.1:3000/',
    'https://shop.example.com:8443/',
    'https://user:password@shop.example.com/',
    'https://metadata.internal/',
    'https://kubernetes.default.svc/',
    'https://localhost.localdomain/',
    'https://intranet/',
    'https://printer.local/',
    'https://router.home.arpa/',
    'https://db.corp/',
    'https://shop.example/',
    'https://3232235777/',
    'ftp://shop.example.com/',
    'nonsense',
  ])('a webhook endpoint cannot be %s', async (url) => {
    const { headers } = await newUser(app);
    const answer = await app.webhooks.createWebhookEndpoint({ body: { url }, headers });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'address_refused', loc: ['body', 'url'] }] },
    });
  });
});

describe('a delivery that fails', () => {
  it('a delivery that fails is retried for a day with the same id, and is in the log with the answer', async () => {
    const { order, ...one } = await subscriber(app);
    app.world.hooks.answer = () => ({ status: 500, body: 'x'.repeat(5000) });
    await order('order_created:1');
    await run(app);
    expect((await deliveriesOf(app, one)).deliveries).toMatchObject([
      {
        status: 'pending',
        attempts: 1,
        last_attempt: { status: 500, body: 'x'.repeat(1024) },
        next_attempt_at: '2026-11-21T12:00:05.000Z',
      },
    ]);
    const started = app.world.clock.now;
    const after: number[] = [];
    app.world.hooks.answer = () => {
      after.push((app.world.clock.now - started) / 1000);
      return down;
    };
    await pass(app, 18 * 3600);
    expect(after.map((seconds) => Math.round(seconds / 60))).toEqual([1, 6, 36, 156, 456, 1056]);
    app.world.hooks.answer = () => ({ status: 200, body: 'thanks' });
    await pass(app, 11 * 3600);
    one.headers = await app.signIn(one.id);
    expect((await deliveriesOf(app, one)).deliveries).toMatchObject([
      { status: 'delivered', last_attempt: { status: 200, body: 'thanks' }, next_attempt_at: null },
    ]);
    expect(new Set(app.world.hooks.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(verified(app, one.endpoint.secret)).toHaveLength(8);
  });

  it('a delivery that fails does not keep others, which are delivered meanwhile', async () => {
    const { order, ...one } = await subscriber(app);
    app.world.hooks.answer = ({ body }) => (body.includes('poison') ? down : { status: 200, body: '' });
    await order('poison:1');
    for (let i = 0; i < 30; i++) {
      await order(`order_created:${i}`);
      await pass(app, 600);
    }
    const { deliveries } = await deliveriesOf(app, one, { limit: 100 });
    expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(30);
    expect((await deliveriesOf(app, one, { status: 'undelivered' })).deliveries).toMatchObject([{ status: 'pending' }]);
    await pass(app, 30 * 3600);
    one.headers = await app.signIn(one.id);
    expect((await deliveriesOf(app, one, { status: 'failed' })).deliveries).toMatchObject([{ attempts: 8 }]);
  });

  it('a delivery that fails of an endpoint that is down costs few attempts, and everything is delivered in order when it is back', async () => {
    const { order, ...one } = await subscriber(app);
    app.world.hooks.answer = () => down;
    for (let i = 0; i < 40; i++) {
      app.world.clock.now += 1000;
      await order(`order_created:${i}`);
      await run(app);
    }
    await pass(app, 3600);
    expect(app.world.hooks.posts.length).toBeLessThan(20);
    app.world.hooks.posts = [];
    app.world.hooks.answer = () => ({ status: 200, body: '' });
    await pass(app, 3 * 3600);
    const { deliveries } = await deliveriesOf(app, one, { limit: 100 });
    expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 'delivered'));
    expect(app.world.hooks.posts).toHaveLength(40);
    await order('order_created:new');
    await run(app);
    expect(app.world.hooks.posts).toHaveLength(41);
  });

  it('a delivery that fails for a day disables the endpoint with one mail; its events are kept, and replayed when it is enabled again', async () => {
    const { order, ...one } = await subscriber(app);
    app.world.hooks.answer = () => down;
    for (let i = 0; i < 6; i++) await order(`order_created:${i}`);
    await pass(app, 30 * 3600);
    one.headers = await app.signIn(one.id);
    const listed = await app.webhooks.listWebhookEndpoints({ headers: one.headers });
    expect(listed.body).toMatchObject({ endpoints: [{ status: 'disabled', disabled_reason: 'failing' }] });
    const mails = app.world.mails.filter(({ subject }) => subject === 'A webhook endpoint was disabled');
    expect(mails).toMatchObject([{ to: one.email }]);
    await order('order_created:later');
    const posts = app.world.hooks.posts.length;
    await pass(app, 3600);
    expect(app.world.hooks.posts).toHaveLength(posts);
    const since = '2026-11-21T00:00:00Z';
    const replay = () =>
      app.webhooks.replayWebhookEndpoint({
        params: { id: one.endpoint.id },
        body: { since },
        headers: one.headers,
      });
    expect(await replay()).toMatchObject({ status: 409, body: { code: 'webhook_endpoint_disabled' } });

    app.world.hooks.posts = [];
    app.world.hooks.answer = () => ({ status: 200, body: '' });
    const enabled = await app.webhooks.changeWebhookEndpoint({
      params: { id: one.endpoint.id },
      body: { status: 'enabled' },
      headers: one.headers,
    });
    expect(enabled.body).toMatchObject({ status: 'enabled', failing_since: null });
    expect(await replay()).toMatchObject({ status: 202 });
    await run(app);
    const replayed = verified(app, one.endpoint.secret).map(({ data }) => data.event_id as string);
    expect(replayed.sort()).toEqual([0, 1, 2, 3, 4, 5, 'later'].map((name) => `order_created:${name}`));
    expect((await deliveriesOf(app, one, { status: 'undelivered' })).deliveries).toEqual([]);
  });

  it('a delivery that fails in the replay of a lane that delivers others has all its attempts again: the next one after 5 seconds', async () => {
    const { order, ...one } = await subscriber(app);
    app.world.hooks.answer = () => down;
    for (const id of ['a', 'b', 'poison', 'c']) {
      app.world.clock.now += 1000;
      await order(id);
    }
    await pass(app, 30 * 3600);
    one.headers = await app.signIn(one.id);
    const change = { params: { id: one.endpoint.id }, headers: one.headers };
    await app.webhooks.changeWebhookEndpoint({ ...change, body: { status: 'enabled' } });
    const eventOf = new Map<string, string>();
    app.world.hooks.answer = ({ body, headers }) => {
      const { event_id } = JSON.parse(body).data as { event_id: string };
      eventOf.set(headers['webhook-id'] ?? '', event_id);
      return event_id === 'poison' ? down : { status: 200, body: '' };
    };
    await app.webhooks.replayWebhookEndpoint({ ...change, body: { since: '2026-11-21T00:00:00Z' } });
    const replayedAt = app.world.clock.now;
    await run(app);
    const { deliveries } = await deliveriesOf(app, one);
    const shown = deliveries.map(({ event_id, status, attempts, next_attempt_at }) => ({
      event: eventOf.get(event_id),
      status,
      attempts,
      waits: next_attempt_at && Math.round((Date.parse(next_attempt_at) - replayedAt) / 1000),
    }));
    expect(shown).toMatchObject([
      { event: 'c', status: 'delivered', waits: null },
      { event: 'poison', status: 'pending', attempts: 1, waits: 5 },
      { event: 'b', status: 'delivered', waits: null },
      { event: 'a', status: 'delivered', waits: null },
    ]);
    app.world.hooks.posts = [];
    app.world.hooks.answer = () => ({ status: 200, body: '' });
    await pass(app, 60);
    expect(app.world.hooks.posts.map(({ headers }) => eventOf.get(headers['webhook-id'] ?? ''))).toEqual(['poison']);
  });

  it('a delivery that fails with 410 disables the endpoint at once', async () => {
    const { order, ...one } = await subscriber(app);
    app.world.hooks.answer = () => ({ status: 410, body: '' });
    await order('order_created:1');
    await run(app);
    const listed = await app.webhooks.listWebhookEndpoints({ headers: one.headers });
    expect(listed.body).toMatchObject({ endpoints: [{ status: 'disabled', disabled_reason: 'gone' }] });
  });

  it('a delivery that fails can be replayed alone, delivered or not, under the same id', async () => {
    const { order, ...one } = await subscriber(app);
    await order('order_created:1');
    await run(app);
    const [delivery] = (await deliveriesOf(app, one)).deliveries;
    const params = { id: one.endpoint.id, delivery_id: delivery?.id ?? '' };
    const replay = () => app.webhooks.replayWebhookDelivery({ params, body: {}, headers: one.headers });
    expect(await replay()).toMatchObject({ status: 202, body: { status: 'pending', delivered_at: null } });
    await run(app);
    app.world.hooks.answer = () => down;
    await replay();
    await run(app);
    expect(app.world.hooks.posts.map(({ headers }) => headers['webhook-id'])).toEqual(Array.from({ length: 3 }, () => delivery?.event_id));
    expect((await deliveriesOf(app, one)).deliveries).toMatchObject([{ status: 'pending', attempts: 1 }]);
    const unknown = { ...params, delivery_id: params.delivery_id.replace('T', 'X') };
    const answer = await app.webhooks.replayWebhookDelivery({
      params: unknown,
      body: {},
      headers: one.headers,
    });
    expect(answer.status).toBe(404);
  });
});

describe('the list of deliveries', () => {
  it('the list of deliveries has pages, newest first', async () => {
    const { order, ...one } = await subscriber(app);
    for (let i = 0; i < 5; i++) {
      app.world.clock.now += 1000;
      await order(`order_created:${i}`);
    }
    await run(app);
    const ids: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await deliveriesOf(app, one, { limit: 2, status: 'delivered', ...(cursor && { cursor }) });
      ids.push(...page.deliveries.map(({ payload }) => JSON.parse(payload).data.event_id));
      if (!page.next_cursor) break;
      cursor = page.next_cursor;
    }
    expect(ids).toEqual([4, 3, 2, 1, 0].map((i) => `order_created:${i}`));
  });
});

itRefusesUnknownIds('webhooks', () => app);
