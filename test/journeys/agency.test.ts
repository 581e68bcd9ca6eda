import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { newEndpoint, run } from '#test/webhooks/scene.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { joins, opensShop } from './people.ts';

let vendors: TestVendors;
let app: TestApp;
beforeAll(async () => {
  vendors = await startTestVendors();
  app = await startApp(await newWorld(), {
    env: { ...vendors.env, CREDIT_COSTS: '{"discovery":3}' },
  });
});
afterAll(() => vendors.stop());

it('an agency reads all of a linked client, pays its discovery with the credits of the client, is refused each write of the account, and sees nothing once the link ends', async () => {
  const [client, agency] = [await joins(app), await joins(app)];
  const shop = await opensShop(app, client);
  const endpoint = await newEndpoint(app, client.headers);
  const sid = await shop.land();
  await shop.send({ event_type: 'order_created', event_id: 'order:1', svc_click_id: sid, value: 70 });
  await shop.send({ event_type: 'order_created', event_id: 'order:2', svc_click_id: sid, value: 'much' });
  await run(app);
  for (const [{ id }, amount] of [
    [client, 10],
    [agency, 4],
  ] as const)
    bodyOf(
      await app.operators.grantCredits({
        body: { user_id: id, amount, reason: 'Welcome' },
        headers: operator,
      }),
    );
  const pair = { manager_user_id: agency.id, client_user_id: client.id };
  const query = { client_user_id: client.id };
  const { headers } = agency;
  const reads = () => ({
    totals: app.reports.reportConversions({ query: { ...query, group_by: 'campaign' }, headers }),
    funnel: app.reports.reportFunnel({ query, headers }),
    log: app.events.listEvents({ query, headers }),
    receipt: app.events.readConversion({ params: { event_id: 'order:1' }, query, headers }),
    credits: app.credits.listCredits({ query, headers }),
    competitors: app.competitors.listCompanyCompetitors({ query, headers }),
  });
  const statusesOf = async () => new Set(await Promise.all(Object.values(reads()).map(async (one) => (await one).status)));
  expect(await statusesOf()).toEqual(new Set([403]));

  bodyOf(await app.operators.linkManagedClient({ body: pair, headers: operator }));
  expect(await statusesOf()).toEqual(new Set([200]));
  const { totals, log, credits } = reads();
  expect(bodyOf(await totals).rows).toMatchObject([{ campaign: 'spring', count: 1, value: '70.00' }]);
  expect(bodyOf(await log).events.map(({ outcome }) => outcome)).toEqual(['rejected', 'matched']);
  expect(bodyOf(await credits).balance).toBe(10);

  const website = { company_website: 'https://northwind.example/' };
  const begin = () => app.competitors.discover({ body: website, query, headers });
  const tasks = [bodyOf(await begin()), bodyOf(await begin())];
  expect(new Set(tasks.map((task) => 'task_id' in task && task.task_id)).size).toBe(1);
  await app.settle();
  await app.work('discovery');
  const ofClient = bodyOf(await app.competitors.listCompanyCompetitors({ query: {}, headers: client.headers }));
  expect(ofClient.competitors.length).toBeGreaterThanOrEqual(10);
  expect(bodyOf(await app.competitors.listCompanyCompetitors({ query: {}, headers })).competitors).toEqual([]);

  const whatClientSees = async () => {
    const as = { headers: client.headers };
    return [
      bodyOf(await app.keys.listKeys(as)).keys,
      bodyOf(await app.keys.readSettings({ query: { pixel_key: shop.pixelKey }, ...as })),
      bodyOf(await app.webhooks.listWebhookEndpoints(as)).endpoints,
      bodyOf(await app.accounts.readMe(as)),
    ];
  };
  const before = await whatClientSees();
  const day = new Date(app.world.clock.now).toISOString().slice(0, 10);
  const rejected = bodyOf(await reads().log).events[0]?.id ?? '';
  const post = async (method: string, path: string, body: object) => {
    const url = `https://api.example/api/v1/${path}?client_user_id=${client.id}`;
    const given = { ...headers, 'content-type': 'application/json' };
    const answer = await app.send(new Request(url, { method, headers: given, body: JSON.stringify(body) }));
    return [path, answer.status, ((await answer.json()) as { code?: string }).code];
  };
  const writes: [string, string, object][] = [
    ['POST', 'pixel/keys', { name: 'Agency', kind: 'secret', environment: 'live' }],
    ['DELETE', `pixel/keys/${shop.secretKeyId}`, {}],
    ['PUT', 'pixel/settings', { click_window_days: 1 }],
    ['POST', 'pixel/privacy/erase', { svc_click_id: sid }],
    ['POST', 'pixel/exports', { from: day, to: day }],
    ['POST', `pixel/events/${rejected}/replay`, { event: { value: 1 } }],
    ['POST', `pixel/keys/${shop.secretKeyId}/events`, { event_type: 'a', event_id: 'b' }],
    ['POST', 'auth/export', {}],
    ['POST', 'auth/delete-account', { password: 'correct horse battery' }],
    ['POST', 'webhook-endpoints', { url: 'https://agency.example.com/hook' }],
    ['DELETE', `webhook-endpoints/${endpoint.id}`, {}],
    ['POST', 'notifications/schedule-nudge-email', { type: 'cart_abandoned' }],
  ];
  for (const write of writes) expect(await post(...write)).toEqual([write[1], 403, 'not_for_clients']);
  expect(await whatClientSees()).toEqual(before);

  bodyOf(await app.operators.unlinkManagedClient({ query: pair, headers: operator }));
  expect(await statusesOf()).toEqual(new Set([403]));
  expect((await begin()).status).toBe(403);

  const books = {
    client: await expectBooksToAgree(app, client, client.headers),
    agency: await expectBooksToAgree(app, agency, agency.headers),
  };
  expect(books.client).toMatchObject({
    balance: 7,
    live: [{ currency: 'USD', value: '70.00', count: 1 }],
  });
  expect(books.agency).toMatchObject({ balance: 4, live: [], test: [] });
  expect(books.agency.mails).toEqual(['Welcome to adtrail']);
  const audit = bodyOf(await app.operators.listAudit({ query: { user_id: client.id, limit: 100 }, headers: operator }));
  const actions = audit.entries.map(({ action }) => action);
  for (const once of ['link_managed_client', 'unlink_managed_client', 'grant_credits'])
    expect(actions.filter((action) => action === once)).toHaveLength(1);
});
