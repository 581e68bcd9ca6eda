import { visitOf } from '#shared/destinations/rules/sealed-texts.ts';
import { days } from '#shared/values/durations.ts';
import { type Advertiser, setDestination, storedIn } from '#test/destinations/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { storedIn as storedByPixel } from './stored.ts';

const agent = 'Mozilla/5.0 (Zyxwvut) Browser/1';
const url = 'https://shop.example/landing?svc_campaign=spring&name=zyxwvut#part';
let app: TestApp;
let owner: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
  vi.stubEnv('EDGE_TOKEN', 'token-of-the-edge');
});
afterEach(() => {
  vi.unstubAllEnvs();
});
const click = async (country = 'US', running = app) => {
  const headers = { 'user-agent': agent, 'cloudfront-viewer-country': country, 'x-adtrail-edge': 'token-of-the-edge' };
  const { sid } = bodyOf(await running.pixel.createSession({ body: { key: owner.pixelKey, url }, headers }));
  const stored = await storedByPixel(app.world).click(sid);
  if (!stored) throw new Error('The click was not stored.');
  return stored;
};
const collect = () => setDestination(app, owner, { state: 'collecting', consent_default: { US: 'granted' } });

describe('the user agent and landing address of a click', () => {
  it('are sealed on it while a destination collects and the visitor consents', async () => {
    await collect();
    const stored = await click();
    expect(await storedIn(app.world).visits.open(stored)).toEqual({ userAgent: agent, landing: url });
    expect(JSON.stringify(await allItems(app.world))).not.toMatch(/zyxwvut/i);
    expect(await click('DE')).not.toHaveProperty('visit');
  });

  it('are not kept, and cost no read, where nothing collects or nobody consented', async () => {
    const calls = async (country: string) => {
      app.calls.length = 0;
      await click(country);
      return app.calls.map(({ operation, table }) => `${operation} ${table}`);
    };
    const { visit } = await click();
    expect(visit).toBeUndefined();
    const before = await calls('US');
    await collect();
    expect((await calls('DE')).filter((call) => call.endsWith('transient'))).toEqual([]);
    expect(await calls('DE')).toEqual(before);
    expect((await calls('US')).filter((call) => call.endsWith('transient'))).toHaveLength(3);
    expect(await calls('US')).toEqual(before);
  });

  it('cannot be read once the window of the click has ended', async () => {
    await collect();
    const stored = await click();
    app.world.clock.now = Date.parse(stored.expiresAt);
    expect(await storedIn(app.world).visits.open(stored)).not.toBeNull();
    app.world.clock.now += days(1);
    expect(await storedIn(app.world).visits.open(stored)).toBeNull();
    await app.runAtNight({ job: 'prune_old_rows', scheduledAt: new Date(app.world.clock.now).toISOString() });
    expect(await allItems(app.world, 'transient')).toEqual([]);
  });

  it('do not cost the click when their key cannot be read', async () => {
    await collect();
    const broken = await startApp(app.world, { isDown: ({ table }) => table === 'transient' });
    expect(await click('US', broken)).not.toHaveProperty('visit');
  });

  it.each([
    [{ ad_user_data: 'granted' as const }, true],
    [{ ad_user_data: 'denied' as const }, false],
    [{ ad_personalization: 'granted' as const }, false],
    [true, false],
  ])('are kept by the answer %j of the banner: %s', async (consent, isKept) => {
    await setDestination(app, owner);
    const body = { key: owner.pixelKey, url, consent };
    const { sid } = bodyOf(await app.pixel.createSession({ body, headers: { 'user-agent': agent } }));
    expect((await storedByPixel(app.world).click(sid))?.visit !== undefined).toBe(isKept);
  });

  it.each(['page', 'request'] as const)('are destroyed when a later answer by %s denies them', async (by) => {
    await collect();
    const { sid } = await click();
    const consent = { ad_user_data: 'denied' as const };
    if (by === 'page') await app.pixel.stateConsent({ body: { key: owner.pixelKey, sid, consent } });
    else bodyOf(await app.privacy.changeConsent({ body: { svc_click_id: sid, ...consent }, headers: owner.headers }));
    expect(await storedByPixel(app.world).click(sid)).not.toHaveProperty('visit');
  });

  it('are erased with the click', async () => {
    await collect();
    const { sid } = await click();
    bodyOf(await app.privacy.erase({ body: { svc_click_id: sid }, headers: owner.headers }));
    expect(await storedByPixel(app.world).click(sid)).not.toHaveProperty('visit');
  });

  it('are left out or shortened when they are too long to be whole', () => {
    const page = 'https://shop.example/landing';
    expect(visitOf({ userAgent: 'x'.repeat(1025), url: `${page}?${'y'.repeat(2048)}`, page })).toEqual({ landing: page });
    expect(visitOf({ userAgent: '', url: page, page })).toEqual({ landing: page });
  });
});
