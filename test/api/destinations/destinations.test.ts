import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { collectingOf, type Destination } from '#shared/destinations/rules/destination.ts';
import { destinationsIn } from '#shared/destinations/store/destinations.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { newApiKey, newId, sha256 } from '#shared/values/ids.ts';
import { type Advertiser, setDestination } from '#test/destinations/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

let app: TestApp;
let owner: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});
const params = { network: 'meta' as const };
const read = async () => bodyOf(await app.destinations.readDestination({ params, headers: owner.headers }));
const acts = async () => {
  await app.settle();
  const { entries } = bodyOf(await app.activity.listActivity({ query: {}, headers: owner.headers }));
  return entries.filter(({ type }) => type.startsWith('destination_'));
};
const never = { state: 'off', consent_default: {}, phone_country: null, collecting_since: null, created_at: null, updated_at: null };

describe('a destination', () => {
  it('that was never set is off', async () => {
    expect(await read()).toEqual({ network: 'meta', ...never });
    const { destinations } = bodyOf(await app.destinations.listDestinations({ headers: owner.headers }));
    expect(destinations).toEqual(['meta', 'google_ads', 'openai_ads'].map((network) => ({ network, ...never })));
  });

  it('collects from its switch on, keeps that time through other changes, and loses it when it is off', async () => {
    const set = await setDestination(app, owner, { state: 'collecting', consent_default: { US: 'granted' }, phone_country: 'US' });
    const since = '2026-11-21T12:00:00.000Z';
    const settings = { network: 'meta', state: 'collecting', consent_default: { US: 'granted' }, phone_country: 'US' };
    expect(set).toEqual({ ...settings, collecting_since: since, created_at: since, updated_at: since, holds_from: expect.any(String) });
    expect(Date.parse(set.holds_from) - Date.parse(since)).toBeLessThanOrEqual(60_000);
    const changed = await setDestination(app, owner, { state: 'collecting' });
    expect(changed).toMatchObject({ consent_default: {}, phone_country: null, collecting_since: since, created_at: since });
    expect(changed.updated_at).not.toBe(since);
    expect(await setDestination(app, owner, { state: 'off' })).toMatchObject({ state: 'off', collecting_since: null });
    const again = await setDestination(app, owner, { state: 'collecting' });
    expect(again.collecting_since).not.toBe(since);
    expect(await read()).toEqual({ ...again, holds_from: undefined });
  });

  it('is changed and told once by the same request twice, whatever the order of its countries', async () => {
    const first = await setDestination(app, owner, { state: 'collecting', consent_default: { US: 'granted', CA: 'granted' } });
    const second = await setDestination(app, owner, { state: 'collecting', consent_default: { CA: 'granted', US: 'granted' } });
    expect(second).toEqual({ ...first, holds_from: second.holds_from });
    expect(await acts()).toMatchObject([
      { type: 'destination_changed', details: { network: 'meta', state: 'collecting', consent_default: 'CA, US' } },
    ]);
  });

  it('is deleted once and is off then, also for a repeated request and one about a network that was never set', async () => {
    await setDestination(app, owner);
    for (const network of ['meta', 'meta', 'google_ads'] as const) {
      const answer = await app.destinations.deleteDestination({ params: { network }, headers: owner.headers });
      expect(answer).toMatchObject({ status: 200, body: { network, ...never } });
    }
    expect((await acts()).map(({ type }) => type).sort()).toEqual(['destination_changed', 'destination_deleted']);
  });

  it.each([
    [{ state: 'active' }, ['body', 'state'], /not available yet/],
    [{ state: 'paused' }, ['body', 'state'], /not available yet/],
    [{}, ['body', 'state'], /required/],
    [{ state: 'collecting', credentials: { pixel_id: '1', access_token: 'x' } }, ['body', 'credentials'], /.*/],
    [{ state: 'collecting', send: 'all' }, ['body', 'send'], /.*/],
    [{ state: 'collecting', consent_default: { US: 'denied' } }, ['body', 'consent_default', 'US'], /granted/],
    [{ state: 'collecting', consent_default: { UK: 'granted' } }, ['body', 'consent_default', 'UK'], /A country expected/],
    [{ state: 'collecting', consent_default: { us: 'granted' } }, ['body', 'consent_default', 'us'], /A country expected/],
    [{ state: 'collecting', phone_country: 'UK' }, ['body', 'phone_country'], /A country expected/],
  ])('refuses %j at its place', async (body, loc, words) => {
    const answer = await app.destinations.changeDestination({ params, body: body as never, headers: owner.headers });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc, msg: expect.stringMatching(words) }] } });
    expect(await read()).toMatchObject(never);
  });

  it('of a network that does not exist is refused, and of another account is not seen', async () => {
    const unknown = await app.destinations.readDestination({ params: { network: 'myspace' as never }, headers: owner.headers });
    expect(unknown.status).toBe(422);
    await setDestination(app, owner);
    const other = await newAdvertiser(app);
    const answer = await app.destinations.readDestination({ params, headers: other.headers });
    expect(answer).toMatchObject({ body: never });
  });
});

const copies = async () => {
  const keys = (await allItems(app.world)).filter(({ pk, sk }) => pk.startsWith('KEY#') && sk === 'KEY');
  return keys.map(({ kind, collecting }) => ({ kind, isOn: (collecting as { isOn: boolean } | undefined)?.isOn }));
};

describe('the copy of the switch', () => {
  it('is on the public and secret keys of the account, old, new and rotated ones, and not on those that only read', async () => {
    await owner.issue({ name: 'Reports', kind: 'read', environment: 'live' });
    const other = await newAdvertiser(app);
    await setDestination(app, owner);
    const { id } = await owner.issue({ name: 'Later', kind: 'secret', environment: 'live' });
    bodyOf(await app.keys.rotateKey({ params: { id }, body: { grace_seconds: 3600 }, headers: owner.headers }));
    const secret = { kind: 'secret', isOn: true };
    const foreign = [
      { kind: 'public', isOn: undefined },
      { kind: 'secret', isOn: undefined },
    ];
    const expected = [{ kind: 'public', isOn: true }, { kind: 'read', isOn: undefined }, secret, secret, secret, ...foreign];
    const byText = (all: object[]) => all.map((each) => JSON.stringify(each)).sort();
    expect(byText(await copies())).toEqual(byText(expected));
    await setDestination(app, owner, { state: 'off' });
    expect((await copies()).filter(({ isOn }) => isOn)).toEqual([]);
    expect(other.pixelKey).toBeTruthy();
  });

  it('stays on while another network collects, with the countries of those that do', () => {
    const destination = (network: Destination['network'], more: Partial<Destination>): Destination => ({
      network,
      state: 'collecting',
      consentDefault: {},
      phoneCountry: null,
      createdAt: '',
      updatedAt: '',
      sessionEpoch: 0,
      ...more,
    });
    const meta = destination('meta', { consentDefault: { US: 'granted' }, phoneCountry: 'US' });
    const google = destination('google_ads', { consentDefault: { CA: 'granted', US: 'granted' }, phoneCountry: 'CA' });
    const off = destination('openai_ads', { state: 'off', consentDefault: { DE: 'granted' } });
    expect(collectingOf([google, off, meta], 3)).toEqual({ revision: 3, isOn: true, countries: ['CA', 'US'], phoneCountry: 'US' });
    expect(collectingOf([off], 4)).toEqual({ revision: 4, isOn: false, countries: [], phoneCountry: null });
  });
});

describe('races of the switch', () => {
  const now = () => app.world.clock.now;
  const accountId = 7;
  const settings = { state: 'collecting' as const, consentDefault: {}, phoneCountry: null };
  const tableOf = () => tableAt(`${app.world.prefix}attribution`, testDynamo());
  const change = (network: 'meta' | 'google_ads', state: 'collecting' | 'off' = 'collecting') =>
    destinationsIn(tableOf(), { now }).change(accountId, network, { ...settings, state }, { sessionEpoch: 0, effects: [] });
  const newKey = () => {
    const key = newApiKey('sk_live_');
    const record = { id: newId('key'), accountId, kind: 'secret' as const, environment: 'live' as const, name: 'Shop', prefix: 'sk_live_' };
    return { ...record, key, last4: key.slice(-4), sha256: sha256(key), pixelKey: null, createdAt: '2026-11-21T12:00:00.000Z' };
  };
  const racing = (meanwhile: () => Promise<unknown>): Table => {
    let isFirst = true;
    const table = tableOf();
    return {
      ...table,
      async transact(parts) {
        if (isFirst) {
          isFirst = false;
          await meanwhile();
        }
        return table.transact(parts);
      },
    };
  };
  const keysAt = (table: Table) => apiKeysIn(table, { now, cacheSeconds: 0 });

  it('two networks that are switched at once are both switched, and the last copy has both', async () => {
    await Promise.all([change('meta'), change('google_ads')]);
    const { destinations } = { destinations: await destinationsIn(tableOf(), { now }).list(accountId) };
    expect(destinations.map(({ network }) => network).sort()).toEqual(['google_ads', 'meta']);
    expect(await destinationsIn(tableOf(), { now }).collecting(accountId)).toMatchObject({ revision: 2, isOn: true });
  });

  it('a key that is issued while the switch changes has the change', async () => {
    await keysAt(tableOf()).issue(newKey(), null, []);
    const key = newKey();
    expect(await keysAt(racing(() => change('meta'))).issue(key, null, [])).toEqual({ outcome: 'issued' });
    expect((await keysAt(tableOf()).secretCaller(key.key))?.collecting).toMatchObject({ revision: 1, isOn: true });
  });

  it('a key that is rotated while the switch changes has the change', async () => {
    const [key, next] = [newKey(), newApiKey('sk_live_')];
    await keysAt(tableOf()).issue(key, null, []);
    const plan = { graceSeconds: 60, effectsOf: () => [] };
    const secret = async () => ({ sha256: sha256(next), last4: next.slice(-4) });
    expect(await keysAt(racing(() => change('meta'))).rotate(accountId, key.id, secret, plan)).toMatchObject({ outcome: 'rotated' });
    expect((await keysAt(tableOf()).secretCaller(next))?.collecting).toMatchObject({ revision: 1, isOn: true });
  });

  it('an older revision that is copied late does not replace a newer one', async () => {
    const key = newKey();
    const keys = keysAt(tableOf());
    await keys.issue(key, null, []);
    const [on, off] = [await change('meta'), await change('meta', 'off')];
    if (!on || !off) throw new Error('The change was refused.');
    await keys.copyCollecting(accountId, off.collecting);
    await keys.copyCollecting(accountId, on.collecting);
    expect((await keys.secretCaller(key.key))?.collecting).toMatchObject({ revision: 2, isOn: false });
  });
});
