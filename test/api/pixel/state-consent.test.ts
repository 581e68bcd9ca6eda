import type { Statement } from '#shared/consent/rules/consent.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { tableAt } from '#shared/store/table.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
const clicks = () => clicksIn(tableAt(`${app.world.prefix}attribution`, testDynamo()));

beforeAll(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});

const url = 'https://shop.example/?svc_campaign=spring';
const create = (consent: unknown, more: object = {}) =>
  app.pixel.createSession({ body: { key: owner.pixelKey, url, consent: consent as boolean, ...more } });
const state = (sid: string, consent: object, key = owner.pixelKey) => app.pixel.stateConsent({ body: { key, sid, consent } });
const storedConsent = async (sid: string) => (await clicks().byId(sid))?.consent;
const now = () => new Date(app.world.clock.now).toISOString();
async function land(consent?: unknown): Promise<string> {
  const answer = await create(consent);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer));
  return answer.body.sid;
}

describe('the consent of a new session', () => {
  it.each([
    [
      { ad_user_data: 'granted', ad_personalization: 'denied', origin: 'tcf' },
      { adUserData: 'granted', adPersonalization: 'denied', origin: 'tcf' },
    ],
    [
      { ad_user_data: 'denied', ad_personalization: null },
      { adUserData: 'denied', origin: 'page' },
    ],
  ])('%o is stored with its origin and time', async (consent, expected) => {
    expect(await storedConsent(await land(consent))).toEqual({ ...expected, at: now() });
  });

  it.each([undefined, null, true, false, {}, { origin: 'gpc' }, { ad_user_data: null }])('%o says nothing about ads', async (consent) => {
    expect(await clicks().byId(await land(consent))).not.toHaveProperty('consent');
  });

  it('an object uses a visitor ID that is sent, and makes none', async () => {
    const vid = `v_${'a'.repeat(22)}`;
    expect(await create({ ad_user_data: 'granted' }, { vid })).toMatchObject({ status: 201, body: { vid } });
    expect(await create({ ad_user_data: 'granted' })).toMatchObject({ status: 201, body: { vid: null } });
    expect(await create(true)).toMatchObject({ status: 201, body: { vid: expect.stringMatching(/^v_/) } });
    expect(await create(false, { vid })).toMatchObject({ status: 201, body: { vid: null } });
  });

  it.each([
    ['yes', ['body', 'consent']],
    [[], ['body', 'consent']],
    [{ ad_user_data: 'maybe' }, ['body', 'consent', 'ad_user_data']],
    [{ ad_personalization: true }, ['body', 'consent', 'ad_personalization']],
    [{ ad_storage: 'granted' }, ['body', 'consent', 'ad_storage']],
    [{ ad_user_data: 'granted', origin: 'server' }, ['body', 'consent', 'origin']],
  ])('%o is a 422 that names its place', async (consent, loc) => {
    expect(await create(consent)).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });
});

describe('stating consent later', () => {
  it('the later statement of each purpose counts', async () => {
    const sid = await land({ ad_user_data: 'granted', ad_personalization: 'granted', origin: 'consent_mode' });
    const first = now();
    app.world.clock.now += 1000;
    expect(await state(sid, { ad_user_data: 'denied', origin: 'tcf' })).toMatchObject({ status: 202, body: { accepted: true } });
    expect(await storedConsent(sid)).toEqual({
      adUserData: 'denied',
      origin: 'tcf',
      at: now(),
      earlier: { adPersonalization: 'granted', origin: 'consent_mode', at: first },
    });
  });

  it('makes one read, and one conditional write if anything changes', async () => {
    const sid = await land();
    await state(sid, { ad_user_data: 'granted' });
    app.calls.length = 0;
    await state(sid, { ad_user_data: 'granted' });
    expect(app.calls.map(({ operation }) => operation)).toEqual(['GetItem']);
    app.world.clock.now += 1000;
    await state(sid, { ad_user_data: 'denied' });
    expect(app.calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'UpdateItem']);
  });

  it('two statements at once are both considered', async () => {
    const sid = await land();
    await Promise.all([state(sid, { ad_user_data: 'granted' }), state(sid, { ad_personalization: 'denied' })]);
    expect(await storedConsent(sid)).toEqual({ adUserData: 'granted', adPersonalization: 'denied', origin: 'page', at: now() });
  });

  it('of twins at once, the statement of the later time wins in every order', async () => {
    const at = (second: number) => new Date(app.world.clock.now + second * 1000).toISOString();
    const said: Statement[] = [1, 2, 3].map((second) => ({
      adUserData: second === 3 ? 'denied' : 'granted',
      origin: 'page',
      at: at(second),
    }));
    for (const statements of [said, said.toReversed(), [...said, ...said]]) {
      const sid = await land();
      await Promise.all(statements.map((statement) => clicks().stateConsent(sid, () => true, statement)));
      expect(await storedConsent(sid)).toEqual(said[2]);
    }
  });

  it('an unknown click and a click of another account are 404, and nothing changes', async () => {
    const other = await newAdvertiser(app);
    const sid = await land();
    expect(await state(`s_${'x'.repeat(22)}`, { ad_user_data: 'granted' })).toMatchObject({ status: 404 });
    expect(await state(sid, { ad_user_data: 'granted' }, other.pixelKey)).toMatchObject({ status: 404 });
    expect(await storedConsent(sid)).toBeUndefined();
  });

  it('an erased click stays as it is', async () => {
    const sid = await land({ ad_user_data: 'granted' });
    const before = await storedConsent(sid);
    await app.privacy.erase({ body: { svc_click_id: sid }, headers: owner.headers });
    app.world.clock.now += 1000;
    expect(await state(sid, { ad_user_data: 'denied' })).toMatchObject({ status: 202 });
    expect(await storedConsent(sid)).toEqual(before);
  });

  it('a wrong word, member or origin is 422', async () => {
    const sid = await land();
    for (const [consent, name] of [
      [{ ad_user_data: 'yes' }, 'ad_user_data'],
      [{ ad_storage: 'granted' }, 'ad_storage'],
      [{ ad_user_data: 'granted', origin: 'privacy_request' }, 'origin'],
    ] as const)
      expect(await state(sid, consent)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'consent', name] }] } });
    expect(await storedConsent(sid)).toBeUndefined();
  });
});
