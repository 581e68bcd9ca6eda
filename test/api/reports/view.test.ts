import * as reconciliation from '#functions/api/reconciliation/endpoints.ts';
import { endpoints as reads } from '#functions/http/advertiser-reads.ts';
import { endpoints as writes } from '#functions/http/advertiser-writes.ts';
import { claims } from '#shared/credits/rules/credits.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let client: Awaited<ReturnType<typeof newAdvertiser>>;
let manager: Awaited<ReturnType<typeof newAdvertiser>>;
const operator = { 'x-svc-dev-token': operatorToken };

type Advertiser = typeof client;
const convert = async (advertiser: Advertiser, event_type: string, value: number) => {
  const svc_click_id = await advertiser.click();
  const body = { event_type, event_id: 'order-1', svc_click_id, value, currency: 'USD' };
  expect((await app.conversions.sendConversion({ body, headers: advertiser.key })).status).toBe(200);
  await app.ledger.grant(advertiser.id, {
    type: 'ADJUSTMENT',
    amount: value,
    reason: 'Thanks',
    claim: claims.adjustment(undefined),
    actor: 'test',
  });
};
const link = (manager_user_id: number, client_user_id: number) =>
  app.operators.linkManagedClient({ body: { manager_user_id, client_user_id }, headers: operator });

let rejectedId: string;
beforeAll(async () => {
  app = await startApp(await newWorld());
  [client, manager] = [await newAdvertiser(app), await newAdvertiser(app)];
  for (const [owner, network] of [[client, 'meta'] as const, [manager, 'openai_ads'] as const])
    await app.destinations.changeDestination({ params: { network }, body: { state: 'collecting' }, headers: owner.headers });
  await convert(client, 'order_created', 70);
  await convert(manager, 'signup_completed', 5);
  await manager.click();
  const refused = await app.conversions.sendConversion({
    body: { event_type: 'order_created', event_id: 'order-2', svc_click_id: '', value: 'much' },
    headers: client.key,
  });
  expect(refused.status).toBe(422);
  await app.settle();
  const rejected = await app.events.listEvents({
    query: { outcome: 'rejected' },
    headers: client.headers,
  });
  rejectedId = (rejected.body as { events: { id: string }[] }).events[0]?.id ?? '';
  await link(manager.id, client.id);
});

type Asking = { headers: Record<string, string>; query?: { client_user_id?: number } };
const params = { event_id: 'order-1' };
const asks: Record<string, (asking: Asking) => Promise<{ status: number; body: unknown }>> = {
  reportConversions: ({ query, ...rest }) => app.reports.reportConversions({ query: { group_by: 'event_type', ...query }, ...rest }),
  reportConversionsCsv: ({ query, ...rest }) => app.reports.reportConversionsCsv({ query: { group_by: 'event_type', ...query }, ...rest }),
  reportFunnel: (asking) => app.reports.reportFunnel({ query: {}, ...asking }),
  reportFunnelCsv: (asking) => app.reports.reportFunnelCsv({ query: {}, ...asking }),
  // The clicks of tests come from programs, so the report includes all traffic.
  reportPerformance: ({ query, ...rest }) => app.reports.reportPerformance({ query: { traffic: 'all', ...query }, ...rest }),
  reportPerformanceCsv: ({ query, ...rest }) => app.reports.reportPerformanceCsv({ query: { traffic: 'all', ...query }, ...rest }),
  reportCoverage: (asking) => app.destinations.reportCoverage({ query: {}, ...asking }),
  reportTraffic: (asking) => app.reports.reportTraffic({ query: {}, ...asking }),
  reportTrafficCsv: (asking) => app.reports.reportTrafficCsv({ query: {}, ...asking }),
  listEvents: ({ query, ...rest }) => app.events.listEvents({ query: { outcome: 'matched', ...query }, ...rest }),
  readSentEvent: (asking) => app.events.readSentEvent({ params: { event_id: rejectedId }, ...asking }),
  readConversion: (asking) => app.events.readConversion({ params, query: {}, ...asking }),
  listKeys: (asking) => app.keys.listKeys(asking),
  readSettings: (asking) => app.keys.readSettings({ query: {}, ...asking }),
  listCredits: (asking) => app.credits.listCredits({ query: {}, ...asking }),
};
const each = Object.entries(asks);
const countedCall = 'UpdateItem accounts';
const viewsOf = async (userId: number) => {
  const query = { user_id: userId, action: 'view_account', limit: 100 };
  const audit = await app.operators.listAudit({ query, headers: operator });
  if (audit.status !== 200) throw new Error(JSON.stringify(audit.body));
  return audit.body.entries;
};
const query = () => ({ client_user_id: client.id });

describe.each(each)('%s', (name, ask) => {
  it("the client's data is returned to its manager and to an operator, and each view is recorded", async () => {
    app.world.clock.now += 1000;
    const before = (await viewsOf(client.id)).length;
    const own = await ask({ headers: client.headers });
    expect(own.status).toBe(200);
    const managed = await ask({ headers: manager.headers, query: query() });
    expect(managed).toMatchObject({ status: 200, body: own.body });
    expect(managed.body).not.toEqual((await ask({ headers: manager.headers })).body);
    const assumed = { ...manager.headers, ...operator, 'x-assume-user-id': String(client.id) };
    expect((await ask({ headers: assumed })).body).toEqual(own.body);
    const views = await viewsOf(client.id);
    expect(views).toHaveLength(before + 2);
    const kinds = views.slice(0, 2).map(({ actor, details }) => [actor.kind, details.endpoint]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['user', name],
        ['operator_token', name],
      ]),
    );
  });

  it('the view contains no secret', async () => {
    const { body } = await ask({ headers: manager.headers, query: query() });
    expect(JSON.stringify(body)).not.toMatch(/sk_(live|test)_[0-9A-Za-z]{9}/);
    expect(JSON.stringify(body)).not.toContain(client.key.authorization.slice('Bearer '.length));
  });

  it('other users get nothing, nor the other way round, and nothing is recorded', async () => {
    const stranger = await newUser(app);
    const before = (await viewsOf(client.id)).length;
    const forbidden = { status: 403, body: { code: 'forbidden' } };
    expect(await ask({ headers: stranger.headers, query: query() })).toMatchObject(forbidden);
    const reverse = { client_user_id: manager.id };
    expect(await ask({ headers: client.headers, query: reverse })).toMatchObject(forbidden);
    for (const token of [{}, { 'x-svc-dev-token': 'wrong' }]) {
      const headers = { ...stranger.headers, ...token, 'x-assume-user-id': String(client.id) };
      expect(await ask({ headers })).toMatchObject(forbidden);
    }
    expect(await ask({ headers: {}, query: query() })).toMatchObject({ status: 401 });
    const nobody = { ...stranger.headers, ...operator, 'x-assume-user-id': '7' };
    expect(await ask({ headers: nobody })).toMatchObject({ status: 404 });
    expect(await viewsOf(client.id)).toHaveLength(before);
  });

  it('invalid view parameters are reported, and two users are refused', async () => {
    const bad = await ask({ headers: manager.headers, query: { client_user_id: 'x' as unknown as number } });
    expect(bad).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'client_user_id'] }] } });
    const headers = { ...manager.headers, ...operator, 'x-assume-user-id': String(client.id) };
    const two = await ask({ headers, query: { client_user_id: manager.id } });
    expect(two).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'client_user_id'] }] } });
  });

  it('a view costs one read of the account, its own reads and the write of its limit, and for another user two reads and one write more', async () => {
    await ask({ headers: client.headers });
    const costOf = async (asking: Asking) => {
      app.calls.length = 0;
      expect((await ask(asking)).status).toBe(200);
      return app.calls.map(({ operation, table }) => `${operation} ${table}`);
    };
    const own = await costOf({ headers: client.headers });
    const ofAccounts = own.filter((call) => call.endsWith('accounts'));
    expect(ofAccounts).toEqual([
      'GetItem accounts',
      ...(name === 'listCredits' ? ['GetItem accounts', 'Query accounts'] : []),
      ...(name.startsWith('report') ? [countedCall] : []),
    ]);
    const reads = own.filter((call) => call !== countedCall);
    expect(reads).toEqual(reads.filter((call) => /^(GetItem|BatchGetItem|Query) /.test(call)));
    const managed = await costOf({ headers: manager.headers, query: query() });
    const more = ['GetItem accounts', 'GetItem accounts', 'TransactWriteItems accounts'];
    expect(managed.toSorted()).toEqual([...own, ...more].toSorted());
  });
});

it("a manager reads the client's figures, not its own", async () => {
  const asking = { headers: manager.headers, query: query() };
  expect(await asks.reportConversions?.(asking)).toMatchObject({
    body: { rows: [{ event_type: 'order_created', count: 1, value: '70.00' }] },
  });
  expect(await asks.listEvents?.(asking)).toMatchObject({
    body: { events: [{ event_type: 'order_created' }] },
  });
  expect(await asks.readConversion?.(asking)).toMatchObject({ body: { event_type: 'order_created' } });
  expect(await asks.readSettings?.(asking)).toMatchObject({ body: { pixel_key: client.pixelKey } });
  expect(await asks.listCredits?.(asking)).toMatchObject({ body: { balance: 70 } });
});

it('writes are refused for a client, and licences stay out of the view', async () => {
  const viewed = Object.values({ ...reads, ...writes }).filter(
    ({ id, auth }) => ['view', 'report'].includes(auth as AnyEndpoint['auth']) && id !== 'checkSite',
  );
  expect(viewed.map(({ id }) => id).sort()).toEqual(
    [
      ...Object.keys(asks).filter((id) => id !== 'listCredits'),
      'readExport',
      'readChannelRules',
      'changeChannelRules',
      'applyChannelRules',
      'readChannelRulesApplication',
      'previewChannel',
      'readTrafficRules',
      'changeTrafficRules',
      'applyTrafficRules',
      'readTrafficRulesApplication',
      'listSpendJoins',
      'listSpendAliases',
      'setSpendAliases',
      'listExchangeRates',
      'setExchangeRates',
      ...Object.keys(reconciliation),
    ].sort(),
  );
  const changes = [
    'applyChannelRules',
    'applyTrafficRules',
    'changeChannelRules',
    'changeTrafficRules',
    'setExchangeRates',
    'setSpendAliases',
  ];
  const isOfBooks = (id: string) => id in reconciliation;
  expect(viewed.filter(({ id, method }) => method !== 'GET' && !isOfBooks(id)).map(({ id }) => id)).toEqual(changes);
  const before = (await viewsOf(client.id)).length;
  const created = await app.keys.createKey({
    body: { name: 'Mine', kind: 'secret', environment: 'live' },
    headers: { ...manager.headers, ...operator, 'x-assume-user-id': String(client.id) },
  });
  expect(created).toMatchObject({ status: 403, body: { code: 'not_for_clients' } });
  const keysOf = async ({ headers }: Advertiser) => JSON.stringify((await app.keys.listKeys({ headers })).body);
  expect(await keysOf(client)).not.toContain('Mine');
  expect(await keysOf(manager)).not.toContain('Mine');
  const list = `/api/v1/licences?client_user_id=${client.id}`;
  const request = new Request(`http://adtrail.local${list}`, { headers: manager.headers });
  expect((await app.send(request)).status).toBe(422);
  expect(await viewsOf(client.id)).toHaveLength(before);
});

it("reading one's own account stays one read", async () => {
  app.calls.length = 0;
  expect((await app.accounts.readMe({ headers: client.headers })).status).toBe(200);
  expect(app.calls.map(({ operation }) => operation)).toEqual(['GetItem']);
});
