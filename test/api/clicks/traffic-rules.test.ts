import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Advertiser, factsOfClick } from './scene.ts';

let app: TestApp;
let owner: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});

const put = (body: object) => app.clicks.changeTrafficRules({ body: body as never, headers: owner.headers });
const click = (body: { webdriver?: boolean } = {}) => factsOfClick(app, owner.pixelKey, body);

describe('traffic rules of an account', () => {
  it('traffic rules of an account are all on at first, without staff networks', async () => {
    const answer = await app.clicks.readTrafficRules({ query: {}, headers: owner.headers });
    expect(answer).toMatchObject({ status: 200, body: { version: 0, staff_networks: [] } });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    // The rule `data_centre` is unavailable without a list of data centres.
    const off = answer.body.rules.filter(({ is_on }) => !is_on);
    expect(off).toMatchObject([{ id: 'data_centre', is_available: false }]);
    expect(answer.body).toMatchObject({ data_centres_date: null, last_application: null });
  });

  it.each([
    ['203.0.113.77', '203.0.113.0/24', 'internal'],
    ['203.0.200.1', '203.0.0.0/16', 'internal'],
    ['203.0.114.1', '203.0.113.0/24', 'human'],
    ['2001:db8:1:1ff::7', '2001:DB8:1:100::/56', 'internal'],
    ['2001:db8:1:200::7', '2001:db8:1:100::/56', 'human'],
    ['::ffff:203.0.113.9', '203.0.113.0/24', 'internal'],
    ['', '203.0.113.0/24', 'human'],
  ])('a click from "%s" with staff in %s is %s', async (address, network, traffic) => {
    expect((await put({ staff_networks: [network] })).status).toBe(200);
    app.world.clientAddress = address;
    const facts = await click();
    expect(facts.traffic).toBe(traffic);
    expect(JSON.stringify(facts)).not.toContain('203.0');
  });

  it('disabled traffic rules decide nothing, but their signals are stored', async () => {
    expect(await click({ webdriver: true })).toMatchObject({ traffic: 'bot' });
    expect(await put({ rules_off: ['webdriver'] })).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await click({ webdriver: true })).toMatchObject({ traffic: 'human', signals: ['webdriver'] });
    expect(await put({ staff_networks: [] })).toMatchObject({ body: { version: 1 } });
    expect(await put({ rules_off: [] })).toMatchObject({ body: { version: 2 } });
    expect(await click({ webdriver: true })).toMatchObject({ traffic: 'bot' });
  });

  it('name the rules that are off, also a rule that is not available', async () => {
    expect((await put({ rules_off: ['data_centre', 'prefetch'] })).body).toMatchObject({
      rules_off: ['data_centre', 'prefetch'],
      rules: expect.arrayContaining([expect.objectContaining({ id: 'data_centre', is_available: false, is_on: false })]),
    });
  });

  it('say in a dry run what stored clicks would be, by network and by rule, and change nothing', async () => {
    app.world.clientAddress = '203.0.113.77';
    await click();
    await click({ webdriver: true });
    app.world.clientAddress = '2001:db8:1:1ff::7';
    await click();
    await app.settle();
    const would = async (body: object) => {
      const answer = await put({ ...body, dry_run: true });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      expect(answer.body.version).toBe(1);
      return answer.body.would;
    };
    expect(await would({ staff_networks: ['203.0.0.0/16'] })).toMatchObject({
      clicks: 3,
      moves: [
        { environment: 'live', from: 'human', to: 'internal', clicks: 1 },
        { environment: 'live', from: 'bot', to: 'internal', clicks: 1 },
      ],
    });
    expect(await would({ staff_networks: ['2001:db8:1::/48'] })).toMatchObject({
      moves: [{ from: 'human', to: 'internal', clicks: 1 }],
    });
    expect(await would({ rules_off: ['webdriver'] })).toMatchObject({
      moves: [{ from: 'bot', to: 'human', clicks: 1 }],
    });
    const rules = await app.clicks.readTrafficRules({ query: {}, headers: owner.headers });
    expect(rules.body).toMatchObject({ version: 0, staff_networks: [] });
    app.world.clock.now += 32 * 86_400_000;
    const headers = await app.signIn(owner.id);
    const late = await app.clicks.changeTrafficRules({
      body: { staff_networks: ['203.0.0.0/16'], dry_run: true },
      headers,
    });
    expect(late.body).toMatchObject({ would: { clicks: 0, moves: [] } });
  });

  it('traffic rules of an account are refused with every problem at once, and never contain a single address', async () => {
    const answer = await put({
      staff_networks: ['203.0.113.7/32', '10.0.0.0/8', '2001:db8::/64', 'office'],
      rules_off: ['vpn'],
      rules_on: [],
    });
    expect(answer.status).toBe(422);
    expect((answer.body as { detail: unknown[] }).detail).toHaveLength(6);
    const networks = Array.from({ length: 51 }, (_, at) => `198.51.${at}.0/24`);
    expect((await put({ staff_networks: networks })).status).toBe(422);
    expect((await put({ staff_networks: ['203.0.113.0/24', '203.0.113.0/24'] })).status).toBe(422);
    const dryRun = await app.clicks.changeTrafficRules({
      query: { dry_run: 'true' } as never,
      body: {},
      headers: owner.headers,
    });
    expect(dryRun.status).toBe(422);
  });
});
