import { created, holders, licence, newKey, operator, own, send } from '#test/api/licences/partner/partner-scene.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
let [old, next] = ['', ''];
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  user = await newUser(app);
  [old, next] = [newKey(), newKey()];
});

const activate = (license_key: string, headers = user.headers) => app.licences.activateLicence({ body: { license_key }, headers });
const set = (body: object) =>
  app.operators.setLicence({
    body: body as Parameters<TestApp['operators']['setLicence']>[0]['body'],
    headers: operator,
  });
describe('linking a licence', () => {
  const purchase = (license_key = old, more: object = {}) =>
    send(app, { event: 'purchase', license_key, tier: 1, created_at: created, ...more });

  it('linking a licence assigns it to the first user who enters the key; later users get 409, and unknown keys are 404', async () => {
    expect(await activate(old)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await licence(app, old)).toBeNull();
    await purchase();
    expect(await activate(` ${old.toUpperCase()} `)).toMatchObject({
      status: 200,
      body: { license_key: old, status: 'active', user_id: user.id },
    });
    expect(await activate(old)).toMatchObject({ status: 200 });
    const other = await newUser(app);
    expect(await activate(old, other.headers)).toMatchObject({
      status: 409,
      body: { code: 'licence_taken' },
    });
    expect((await own(app, other.headers)).licences).toEqual([]);
    expect(await holders(app)).toContain(user.id);
  });

  it('one of many parallel users links a licence', async () => {
    await purchase();
    const users = await Promise.all(Array.from({ length: 8 }, () => newUser(app)));
    const answers = await Promise.all(users.map(({ headers }) => activate(old, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const winner = users[answers.findIndex(({ status }) => status === 200)];
    expect(await licence(app, old)).toMatchObject({ user_id: winner?.id });
    const lists = await Promise.all(users.map(({ headers }) => own(app, headers)));
    expect(lists.filter(({ licences }) => licences.length > 0)).toHaveLength(1);
  });

  it('parallel links of two keys of a chain during their upgrade leave one holder', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [newKey(), newKey()];
      await purchase(a);
      await purchase(b);
      const [one, two] = [await newUser(app), await newUser(app)];
      await Promise.all([
        activate(a, one.headers),
        activate(b, two.headers),
        send(app, {
          event: 'upgrade',
          license_key: b,
          prev_license_key: a,
          tier: 2,
          created_at: created + 1,
        }),
      ]);
      const holder = (await licence(app, b))?.user_id;
      expect([one.id, two.id]).toContain(holder);
      const tiers = await Promise.all([one, two].map(async ({ headers }) => (await own(app, headers)).tier));
      expect(tiers.filter((tier) => tier !== null)).toEqual([2]);
    }
  });

  it('linking a refunded licence is 409, and a refund ends the tier but keeps the licence listed', async () => {
    await purchase();
    await activate(old);
    await send(app, {
      event: 'deactivate',
      license_key: old,
      created_at: created + 1,
      license_status: 'active',
    });
    expect(await own(app, user.headers)).toMatchObject({ licences: [{ status: 'deactivated' }], tier: null });
    expect(await holders(app)).not.toContain(user.id);
    await purchase(next);
    await send(app, { event: 'deactivate', license_key: next, created_at: created + 1 });
    expect(await activate(next)).toMatchObject({ status: 409, body: { code: 'licence_not_active' } });
    await send(app, { event: 'activate', license_key: old, created_at: created + 2 });
    expect((await own(app, user.headers)).tier).toBe(1);
  });

  it('the e-mail of an event links only an active account that has verified it', async () => {
    const verified = await newUser(app);
    const inactive = await newUser(app, { isActive: false });
    const unverified = await newUser(app, { emailVerified: false });
    const held = async (email: string) => {
      const license_key = newKey();
      await purchase(license_key, { extra: { email } });
      return (await licence(app, license_key))?.user_id;
    };
    expect(await held(verified.email.toUpperCase())).toBe(verified.id);
    for (const email of [unverified.email, inactive.email, 'nobody@company.example', 'no address']) expect(await held(email)).toBeNull();
  });
});

describe("an operator's change of a licence", () => {
  it('an operator creates, transfers and ends a licence, and each change is audited', async () => {
    const other = await newUser(app);
    const made = await set({ license_key: old, tier: 3, status: 'active', email: user.email });
    expect(made).toMatchObject({ status: 200, body: { tier: 3, status: 'active', user_id: user.id } });
    expect((await own(app, user.headers)).tier).toBe(3);
    expect(await set({ license_key: old, user_id: other.id })).toMatchObject({ body: { user_id: other.id } });
    expect(await own(app, user.headers)).toEqual({ licences: [], tier: null, next_credits_on: null });
    expect((await own(app, other.headers)).tier).toBe(3);
    expect(await set({ license_key: old, status: 'deactivated' })).toMatchObject({
      body: { user_id: other.id },
    });
    expect((await own(app, other.headers)).tier).toBeNull();
    expect(await set({ license_key: old, user_id: null })).toMatchObject({ body: { user_id: null } });
    const audited = async (user_id: number) => {
      const { body } = await app.operators.listAudit({ query: { user_id }, headers: operator });
      return 'entries' in body ? body.entries.map(({ action, details }) => [action, details.license_key]) : [];
    };
    expect(await audited(user.id)).toEqual([['set_licence', old]]);
    expect(await audited(other.id)).toEqual(Array.from({ length: 3 }, () => ['set_licence', old]));
  });

  it("an operator's change overrides earlier events of the partner, and yields to later events", async () => {
    const now = Math.floor(app.world.clock.now / 1000);
    await set({ license_key: old, tier: 2, status: 'active', user_id: user.id });
    await send(app, { event: 'deactivate', license_key: old, created_at: now - 5 });
    expect(await licence(app, old)).toMatchObject({ status: 'active' });
    await send(app, { event: 'deactivate', license_key: old, created_at: now + 5 });
    expect(await licence(app, old)).toMatchObject({ status: 'deactivated' });
    await set({ license_key: old, status: 'active' });
    expect(await licence(app, old)).toMatchObject({ status: 'active', tier: 2 });
  });

  it("an operator's change is 404 for unknown users and licences, and 422 for an invalid licence", async () => {
    expect(await set({ license_key: old, user_id: 2 ** 48 })).toMatchObject({ status: 404 });
    expect(await set({ license_key: old, team_members: ['nobody@company.example'] })).toMatchObject({
      status: 404,
    });
    expect(await licence(app, old)).toBeNull();
    expect(await set({ license_key: old, tier: 4 })).toMatchObject({ status: 422 });
    expect(await set({ license_key: old, email: user.email, user_id: user.id })).toMatchObject({
      status: 422,
    });
    for (const query of [{}, { license_key: old, user_id: user.id }])
      expect(await app.operators.readLicences({ query, headers: operator })).toMatchObject({ status: 422 });
  });

  it("an operator reads a user's licences", async () => {
    await set({ license_key: old, tier: 1, user_id: user.id });
    await set({ license_key: next, tier: 2, user_id: user.id, status: 'inactive' });
    const answer = await app.operators.readLicences({ query: { user_id: user.id }, headers: operator });
    const keys = 'licences' in answer.body && answer.body.licences.map(({ license_key }) => license_key);
    expect(keys).toEqual([old, next].sort());
  });
});

describe('the team of a licence', () => {
  const isLinked = (userId: number) => app.licenceStore.isLinked(userId);

  it('an operator replaces the whole team of a licence', async () => {
    const [one, two] = [await newUser(app), await newUser(app)];
    await set({ license_key: old, tier: 1, user_id: user.id, team_members: [one.id, one.email, two.email] });
    expect((await licence(app, old))?.team_members).toEqual([one.id, two.id]);
    await set({ license_key: old, tier: 1, team_members: [two.id] });
    expect([await isLinked(one.id), await isLinked(two.id)]).toEqual([false, true]);
    await set({ license_key: old, status: 'inactive' });
    expect(await isLinked(two.id)).toBe(false);
  });

  it('an operator replaces also the members of a licence from before its upgrade', async () => {
    const [one, two] = [await newUser(app), await newUser(app)];
    await set({ license_key: old, tier: 1, status: 'active', user_id: user.id, team_members: [one.id] });
    const at = Math.floor(app.world.clock.now / 1000) + 1;
    await send(app, { event: 'upgrade', license_key: next, prev_license_key: old, tier: 2, created_at: at });
    expect((await licence(app, next))?.team_members).toEqual([one.id]);
    await set({ license_key: next, team_members: [two.id] });
    expect((await licence(app, next))?.team_members).toEqual([two.id]);
    expect([await isLinked(one.id), await isLinked(two.id)]).toEqual([false, true]);
  });

  it('a member from before an upgrade leaves the team by the new key', async () => {
    const one = await newUser(app);
    await set({ license_key: old, tier: 1, status: 'active', user_id: user.id, team_members: [one.id] });
    const at = Math.floor(app.world.clock.now / 1000) + 1;
    await send(app, { event: 'upgrade', license_key: next, prev_license_key: old, tier: 2, created_at: at });
    expect(await isLinked(one.id)).toBe(true);
    const params = { license_key: next };
    expect((await app.licences.leaveTeam({ params, headers: one.headers })).status).toBe(200);
    expect(await isLinked(one.id)).toBe(false);
  });
});
