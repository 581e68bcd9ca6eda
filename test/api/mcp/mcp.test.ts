import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

const url = 'http://adtrail.local/mcp';
type Row = Record<string, string>;
type Answer = { isError?: boolean; content: { text: string }[]; structuredContent: { rows: Row[] } & Row };

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
let key: string;
const clients: Client[] = [];
beforeAll(async () => {
  app = await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
  ({ key } = await advertiser.issue({
    name: 'Assistant',
    kind: 'read',
    environment: 'live',
    scope: 'performance',
  }));
  const svc_click_id = await advertiser.click('svc_campaign=mcp+autumn&svc_ad_id=ad_1');
  const event = { event_type: 'order_created', value: 12.5, currency: 'EUR' };
  const sent = await app.conversions.sendConversion({
    body: {
      events: [
        { ...event, event_id: 'order_created:mcp-1', svc_click_id },
        { ...event, event_id: 'order_created:mcp-2' },
      ],
    },
    headers: advertiser.key,
  });
  expect(sent).toMatchObject({ status: 200, body: { accepted_events: 2 } });
  await app.settle();
});
afterAll(async () => {
  for (const client of clients) await client.close();
});

type Mode = 'legacy' | 'auto';
async function connected(token: string | null, { mode = 'legacy' as Mode, query = '' } = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}${query}`), {
    requestInit: { headers },
    fetch: (address, init) => app.send(new Request(address, init)),
  });
  await client.connect(transport);
  clients.push(client);
  const ask = (name: string, input: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: input }) as unknown as Promise<Answer>;
  return { client, ask };
}
const post = (body: unknown, headers: Record<string, string> = {}) =>
  app.send(
    new Request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe.each(['legacy', 'auto'] as const)('an assistant over HTTP, with a client of the kind %s', (mode) => {
  it("an assistant lists the tools of a read-only key and calls each, with the API's figures", async () => {
    const { client, ask } = await connected(key, { mode });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['conversion_report', 'unattributed_report', 'funnel_report', 'ad_performance']);
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(client.getInstructions()).toMatch(/reports only/);

    const { structuredContent: report } = await ask('conversion_report', { period: 'today' });
    const own = await app.reports.reportConversions({
      query: { from: report.from, to: report.to, group_by: 'campaign' },
      headers: advertiser.headers,
    });
    if (own.status !== 200 || typeof own.body === 'string') throw new Error(JSON.stringify(own.body));
    expect(report.rows).toEqual(own.body.rows);
    expect(report.rows).toEqual([{ campaign: 'mcp autumn', currency: 'EUR', count: 1, value: '12.50' }]);
    const { structuredContent: none } = await ask('unattributed_report', { period: 'today' });
    expect(none.reasons).toMatchObject([{ reason: 'no_click_id', count: 1 }]);
    const { structuredContent: funnel } = await ask('funnel_report', { period: 'today' });
    expect(funnel.steps).toContainEqual(expect.objectContaining({ step: 'order_created', count: 2 }));
    const { structuredContent: ads, content } = await ask('ad_performance', { period: 'today' });
    expect(ads.rows).toMatchObject([
      { campaign: 'mcp autumn', ad_id: 'ad_1', currency: 'EUR', conversions: 1, value: '12.50', spend: null },
    ]);
    // The click has no user agent, but its order proves it human.
    expect(content[0]?.text).toContain('Left out: 0 clicks and 0 conversions of unpaid channels');
    expect(content[0]?.text).toContain('Spend that is null is unknown');
    expect((await ask('ad_performance', { period: 'today', only_losing: true })).structuredContent.rows).toEqual([]);
  });

  it('an assistant with a key of reports is shown no tool that the key may not call, and told so if it calls one', async () => {
    const { key: plain } = await advertiser.issue({ name: 'Plain', kind: 'read', environment: 'live' });
    const [{ client, ask }, all] = [await connected(plain, { mode }), await connected(key, { mode })];
    const { tools } = await client.listTools();
    const { tools: others } = await all.client.listTools();
    expect(tools).toEqual(others.slice(0, 3));
    expect(await ask('ad_performance', { period: 'today' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('created with scope performance') }],
    });
    expect(await ask('credits_balance')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('may not call credits_balance') }],
    });
    expect((await ask('funnel_report', { period: 'today' })).isError).toBeFalsy();
  });

  it("an assistant's wrong argument gets a sentence, and a wrong tool an error", async () => {
    const { ask } = await connected(key, { mode });
    const answer = await ask('conversion_report', { perod: 'today' }).catch((error: Error) => error);
    const text = answer instanceof Error ? answer.message : answer.content[0]?.text;
    expect(text).toContain('Did you mean period?');
    const wrong = await ask('revoke_key').catch((error: Error) => error);
    expect(wrong instanceof Error || wrong.isError).toBe(true);
  });

  it.each([
    ['no key', null],
    ['an unknown key', 'rk_live_unknown'],
  ])('an assistant is refused with %s', async (_, token) => {
    await expect(connected(token, { mode })).rejects.toThrow();
  });
});

it('days are in the time zone of the address', async () => {
  const { ask } = await connected(key, { query: '?time_zone=Asia/Kolkata' });
  expect((await ask('conversion_report', { period: 'today' })).structuredContent.time_zone).toBe('Asia/Kolkata');
  const wrong = await app.send(
    new Request(`${url}?time_zone=Mars/Base`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(listTools),
    }),
  );
  expect(wrong.status).toBe(422);
});

it('a key reads only its own account, environment and pixel', async () => {
  const other = await newAdvertiser(app);
  const { key: foreign } = await other.issue({ name: 'Assistant', kind: 'read', environment: 'live' });
  const { ask } = await connected(foreign);
  expect((await ask('conversion_report', { period: 'today' })).structuredContent.rows).toEqual([]);
  const asked = await ask('conversion_report', { period: 'today', client_user_id: advertiser.id });
  expect([asked.isError, asked.content[0]?.text]).toEqual([true, expect.stringMatching(/do not permit/)]);
  const scoped = await advertiser.issue({
    name: 'One shop',
    kind: 'read',
    environment: 'test',
  });
  const test = await connected(scoped.key);
  const report = await test.ask('conversion_report', { period: 'today', environment: 'live' });
  expect(report.structuredContent.environment).toBe('test');
});

it("an assistant's use of a key is recorded", async () => {
  const { key: fresh, id } = await advertiser.issue({ name: 'Fresh', kind: 'read', environment: 'live' });
  const { ask } = await connected(fresh);
  await ask('conversion_report', { period: 'today' });
  const { body } = await app.keys.listKeys({ headers: advertiser.headers });
  const keys = (body as { keys: { id: string; last_used_at: string | null }[] }).keys;
  expect(keys.find((one) => one.id === id)?.last_used_at).not.toBeNull();
});

describe('a refused request of an assistant', () => {
  it.each([
    ['without a key', {}, /credentials/],
    ['with the key in another scheme', { authorization: 'Basic a2V5' }, /credentials/],
    ['with a revoked key', { authorization: 'Bearer revoked' }, /credentials/],
    ['with a secret key', { authorization: 'Bearer secret' }, /secret key, which can send events.*read-only key/],
    ["with a person's token", { authorization: 'Bearer token' }, /credentials/],
    ['with a public key', { authorization: 'Bearer public' }, /credentials/],
  ])('%s: 401 with a challenge', async (_, headers: { authorization?: string }, why) => {
    const revoked = await advertiser.issue({ name: 'Old', kind: 'read', environment: 'live' });
    await app.keys.revokeKey({ params: { id: revoked.id }, headers: advertiser.headers });
    const tokens: Record<string, string> = {
      'Bearer revoked': `Bearer ${revoked.key}`,
      'Bearer secret': advertiser.key.authorization,
      'Bearer token': advertiser.headers.authorization,
      'Bearer public': `Bearer ${advertiser.pixelKey}`,
    };
    const { authorization } = headers;
    const sent = authorization === undefined ? '' : (tokens[authorization] ?? authorization);
    const answer = await post(listTools, { authorization: sent });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(((await answer.json()) as { detail: string }).detail).toMatch(why);
  });

  it("an assistant's request with the key in the address is refused", async () => {
    const request = new Request(`${url}?key=${key}`, { method: 'POST', body: JSON.stringify(listTools) });
    expect((await app.send(request)).status).toBe(401);
  });

  it("an assistant's request from a page of another origin is refused, and not from a front end", async () => {
    for (const [origin, status] of [
      ['https://evil.example', 403],
      ['null', 403],
      ['http://127.0.0.1.evil.example', 403],
      ['https://app.adtrail.example', 200],
    ] as const)
      expect([origin, (await post(listTools, { origin })).status]).toEqual([origin, status]);
    const preflight = await app.send(
      new Request(url, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.adtrail.example', 'access-control-request-method': 'POST' },
      }),
    );
    expect(preflight.status).toBe(204);
  });

  it('another method is refused, because there is no session and no stream', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await app.send(new Request(url, { method, headers: { authorization: `Bearer ${key}` } }));
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });

  it('a too large body, invalid JSON, and another message are refused', async () => {
    expect((await post({ ...listTools, params: { text: 'x'.repeat(140_000) } })).status).toBe(413);
    expect((await post('{')).status).toBe(422);
    for (const body of [[listTools], {}, { jsonrpc: '1.0', id: 1, method: 'tools/list' }, 7, null])
      expect([body, (await post(body)).status]).toEqual([body, 422]);
    expect((await post({ jsonrpc: '2.0' })).status).toBe(400);
    expect((await post({ ...listTools, method: 'none' })).status).toBe(200);
    expect((await post(listTools, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  });

  it('after 60 parallel messages a key is limited for a second', async () => {
    const { key: busy } = await advertiser.issue({ name: 'Busy', kind: 'read', environment: 'live' });
    const authorization = `Bearer ${busy}`;
    const statuses = await Promise.all(Array.from({ length: 62 }, async () => (await post(listTools, { authorization })).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const refused = await post(listTools, { authorization });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await post(listTools)).status).toBe(200);
    app.world.clock.now += 1000;
    expect((await post(listTools, { authorization })).status).toBe(200);
  });

  it('a request that would stay open for events is refused', async () => {
    const { client } = await connected(key, { mode: 'auto' });
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow(/[Ss]ubscription limit|listen/);
  });
});

it('a part that hangs or fails becomes a sentence, and the connection continues', async () => {
  const world = app.world;
  const broken = await startApp(world, { isDown: ({ by }) => by === 'attribution-reads' });
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'funnel_report', arguments: {} },
  };
  const answer = await broken.send(
    new Request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(call),
    }),
  );
  const { result } = (await answer.json()) as { result: Answer };
  expect([answer.status, result.isError]).toEqual([200, true]);
  expect(result.content[0]?.text).toMatch(/temporarily unavailable/);
});
