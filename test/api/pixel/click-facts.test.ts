import { keyOf as keyOfClicks } from '#shared/clicks/items.ts';
import { rulesVersion } from '#shared/clicks/rules/channel-rules.ts';
import { networkKeysIn } from '#shared/clicks/store/network-keys.ts';
import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import { tableAt } from '#shared/store/table.ts';
import { type Advertiser, newSid, sceneOf } from '#test/api/events/scene.ts';
import { crawlers } from '#test/clicks/user-agents.ts';
import { newAdvertiser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { storedIn } from './stored.ts';

let world: World;
let app: TestApp;
let advertiser: Advertiser;
let scene: ReturnType<typeof sceneOf>;
beforeAll(async () => {
  world = await newWorld();
  app = await startApp(world);
  advertiser = await newAdvertiser(app);
  scene = sceneOf(app);
});

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const table = () => tableAt(`${world.prefix}attribution`, testDynamo());

async function click(
  rest: string,
  { headers = {}, key = advertiser.pixelKey, ...body }: Record<string, unknown> & { headers?: Record<string, string>; key?: string } = {},
) {
  const answer = await app.pixel.createSession({
    body: { key, url: `https://shop.example${rest}`, ...body },
    headers: { 'user-agent': phone, ...headers },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const stored = await storedIn(world).click(answer.body.sid);
  if (!stored?.facts) throw new Error('The click is not stored.');
  return { ...stored, ...stored.facts };
}

describe('a click', () => {
  it('a click stores its facts, and neither address nor user agent', async () => {
    const rest = '/shoes/blue?utm_source=google&utm_medium=cpc&utm_campaign=spring&utm_term=shoes&utm_content=ad_7';
    const stored = await click(rest, { referrer: 'https://www.google.de/search?q=private' });
    expect(stored).toMatchObject({
      source: 'google',
      medium: 'cpc',
      term: 'shoes',
      content: 'ad_7',
      referrerHost: 'google.de',
      landingPath: '/shoes/blue',
      device: 'mobile',
      browser: 'Safari',
      channel: 'paid_search',
      paid: true,
      rule: `paid_medium@${rulesVersion}`,
      traffic: 'human',
      network: expect.stringMatching(/^[\w-]{20}$/),
    });
    const text = JSON.stringify(stored);
    expect(text).not.toContain('private');
    expect(text).not.toContain('iPhone');
    expect(text).not.toContain(world.clientAddress);
    expect(stored).not.toHaveProperty('signals');
    expect(stored).not.toHaveProperty('country');
  });

  it('a click is under 1 KB, and its facts have at most 100 characters each', async () => {
    const { sid } = await click(
      '/shoes?svc_campaign=spring_sale&svc_ad_group=running_shoes&svc_ad_id=ad_42&utm_source=chatgpt.com&utm_medium=cpc&oppref=abcdefghijklmnopqrstuvwx',
      { referrer: 'https://chatgpt.com/', webdriver: true },
    );
    const item = await storedIn(world).click(sid);
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(1024);
    const long = 'x'.repeat(300);
    const { source, medium, landingPath, referrerHost } = await click(`/${long}?utm_source=${long}&utm_medium=${long}`, {
      referrer: `https://${'r'.repeat(60)}.${'s'.repeat(60)}.example/`,
    });
    for (const fact of [source, medium, landingPath, referrerHost]) expect(fact).toHaveLength(100);
  });

  it.each([
    [{ headers: { 'user-agent': crawlers[0] as string } }, 'bot', ['bot_user_agent']],
    [{ headers: { 'user-agent': '' } }, 'bot', ['no_user_agent']],
    [{ webdriver: true }, 'bot', ['webdriver']],
    [{ webdriver: true, internal: true }, 'internal', ['internal_visitor', 'webdriver']],
    [{ headers: { 'sec-purpose': 'prefetch;anonymous-client-ip' } }, 'preview', ['prefetch']],
    [{ url: 'http://localhost:3000/' }, 'internal', ['preview_host']],
  ])('a click with %j is %s by %j', async (request, traffic, signals) => {
    expect(await click('/', request)).toMatchObject({ traffic, signals });
  });

  it('the country of a click comes only from our own edge', async () => {
    const forged = await click('/', { headers: { 'cloudfront-viewer-country': 'DE' } });
    expect(forged.country).toBeUndefined();
    vi.stubEnv('EDGE_TOKEN', 'token-of-the-edge');
    const headers = { 'cloudfront-viewer-country': 'DE', 'x-adtrail-edge': 'token-of-the-edge' };
    const [told, tor] = [await click('/', { headers }), await click('/', { headers: { ...headers, 'cloudfront-viewer-country': 'T1' } })];
    vi.unstubAllEnvs();
    expect([told.country, tor.country]).toEqual(['DE', undefined]);
  });

  it('a repeated click is unchanged', async () => {
    const sid = newSid();
    const first = await click('/?gclid=a', { sid });
    expect(await click('/?utm_medium=email', { sid, webdriver: true })).toEqual(first);
  });
});

describe('the network of a click', () => {
  it('the network of a click is one hash per /24, account and day', async () => {
    const keys = networkKeysIn(table(), () => world.clock.now);
    const [a, again, other, account] = await Promise.all([
      keys.hash(1, '203.0.113.0/24'),
      keys.hash(1, '203.0.113.0/24'),
      keys.hash(1, '203.0.114.0/24'),
      keys.hash(2, '203.0.113.0/24'),
    ]);
    expect(again).toBe(a);
    expect(new Set([a, other, account]).size).toBe(3);
    const tomorrow = networkKeysIn(table(), () => world.clock.now + 86_400_000);
    expect(await tomorrow.hash(1, '203.0.113.0/24')).not.toBe(a);
    expect(await keys.hash(1, 'unknown')).toBeUndefined();
  });

  it('all functions hash a network alike, because the first stores the key of the day', async () => {
    const day = () => Date.parse('2027-03-01T00:00:01.000Z');
    const functions = Array.from({ length: 8 }, () => networkKeysIn(table(), day));
    const hashes = await Promise.all(functions.map((one) => one.hash(1, '203.0.113.0/24')));
    expect(new Set(hashes).size).toBe(1);
    const stored = await table().get<{ pk: string; sk: string; ttl: number }>(keyOfClicks.networkKey('2027-03-01'));
    expect(stored?.ttl).toBe(Date.parse('2027-04-01T00:00:00.000Z') / 1000);
  });

  it('the network of a click costs no read, and one for the first of a day', async () => {
    await click('/');
    app.calls.length = 0;
    await app.pixel.createSession({ body: { key: advertiser.pixelKey, url: 'https://shop.example/' } });
    expect(app.calls.map(({ operation }) => operation)).toEqual(['PutItem']);
  });
});

describe('an event', () => {
  it("an event shows its click's facts in the receipt, and the channel in the log", async () => {
    const { sid } = await click('/?utm_medium=email&utm_campaign=news', { webdriver: true });
    await scene.send(advertiser, { event_id: 'by-mail', svc_click_id: sid });
    await app.settle();
    const receipt = await scene.receipt(advertiser, 'by-mail');
    expect(receipt).toMatchObject({
      matched: true,
      channel: 'email',
      paid: false,
      traffic: 'human',
      click: {
        medium: 'email',
        channel: 'email',
        traffic: 'human',
        device: 'mobile',
        signals: ['counted_event', 'webdriver'],
      },
    });
    const { events } = await scene.log(advertiser, { channel: 'email' });
    expect(events).toMatchObject([{ event_id: 'by-mail', channel: 'email', paid: false, traffic: 'human' }]);
  });

  it('an event of a staff click is internal, an uncounted event has no traffic, and filters find each', async () => {
    const own = await click('/?oppref=p1', { internal: true, sid: newSid() });
    const paid = await click('/?svc_campaign=a&oppref=p2&utm_source=chatgpt.com');
    const organic = await click('/?svc_campaign=a&utm_source=chatgpt.com');
    expect([paid.channel, organic.channel]).toEqual(['assistant_paid', 'assistant_organic']);
    const internal = await click('/?svc_campaign=a&oppref=p3', { internal: true });
    const other = await newAdvertiser(app);
    expect(own.traffic).toBe('internal');
    await scene.send(advertiser, { event_id: 'own', svc_click_id: internal.sid });
    await scene.send(advertiser, { event_id: 'paid', svc_click_id: paid.sid });
    await scene.send(advertiser, { event_id: 'organic', svc_click_id: organic.sid });
    await scene.send(advertiser, { event_id: 'uncounted', event_type: 'trial_seen', svc_click_id: paid.sid });
    await scene.send(advertiser, { event_id: 'unmatched' });
    await app.settle();
    const ids = async (query: Record<string, unknown>) =>
      (await scene.log(advertiser, query)).events.map(({ event_id }) => event_id).sort();
    expect(await ids({ traffic: 'internal' })).toEqual(['own']);
    expect(await ids({ paid: 'true' })).toEqual(['own', 'paid', 'uncounted']);
    expect(await ids({ channel: 'assistant_organic' })).toEqual(['organic']);
    expect(await ids({ channel: 'assistant_paid', traffic: 'human' })).toEqual(['paid']);
    expect((await scene.log(other, { paid: 'true' })).events).toEqual([]);
    const receipt = await scene.receipt(advertiser, 'uncounted');
    expect(receipt).toMatchObject({ channel: 'assistant_paid', paid: true });
    expect(receipt).not.toHaveProperty('traffic');
    expect(await scene.receipt(advertiser, 'unmatched')).not.toHaveProperty('channel');
  });

  it('an event of a click without facts has the channel of its ad network, or unknown', async () => {
    const older = async (rest: string) => {
      const { sid } = await click(rest);
      await table().update({ key: keyOfConversions.click(sid), update: 'REMOVE facts' });
      return sid;
    };
    const [search, named] = [await older('/?svc_campaign=a&gclid=x'), await older('/?utm_campaign=a&utm_medium=email')];
    await scene.send(advertiser, { event_id: 'older-search', svc_click_id: search });
    await scene.send(advertiser, { event_id: 'older-named', svc_click_id: named });
    await app.settle();
    expect(await scene.receipt(advertiser, 'older-search')).toMatchObject({
      channel: 'paid_search',
      paid: true,
      traffic: 'human',
      click: { channel: 'paid_search', traffic: 'unknown', device: 'unknown', source: '', signals: [] },
    });
    expect(await scene.receipt(advertiser, 'older-named')).toMatchObject({
      channel: 'unknown',
      paid: false,
      traffic: 'human',
      click: { channel: 'unknown', rule: 'unknown' },
    });
  });
});
