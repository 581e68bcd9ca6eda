import { created, licence, newKey, operator, own, send } from '#test/api/licences/partner/partner-scene.ts';
import { ledgerOf } from '#test/credits/grants/scene.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof newUser>>;
let [holder, other]: Person[] = [];
let key = '';
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  [holder, other] = [await newUser(app), await newUser(app)];
  key = newKey();
  await send(app, { event: 'activate', license_key: key, tier: 2, created_at: created });
  await app.licences.activateLicence({ body: { license_key: key }, headers: person(holder).headers });
});

const person = (who: Person | undefined): Person => who as Person;
const transfer = (body: Record<string, unknown>, headers: Record<string, string> = operator) =>
  app.operators.transferLicence({
    body: { license_key: key, ...body } as { license_key: string },
    headers,
  });
const auditOf = async ({ id }: Person) => {
  const { body } = await app.operators.listAudit({ query: { user_id: id }, headers: operator });
  return 'entries' in body ? body.entries.filter(({ action }) => action === 'transfer_licence') : [];
};

describe('transferLicence', () => {
  it('transferLicence moves the licence with its team, pays nothing twice, and is recorded for both accounts', async () => {
    const member = await newUser(app);
    await app.operators.setLicence({
      body: { license_key: key, team_members: [member.id, person(other).id] },
      headers: operator,
    });
    expect(await transfer({ user_id: person(other).id, reason: 'A new account' })).toMatchObject({
      status: 200,
      body: { license_key: key, user_id: person(other).id, team_members: [member.id] },
    });
    expect(await own(app, person(holder).headers)).toEqual({
      licences: [],
      tier: null,
      next_credits_on: null,
    });
    expect((await own(app, person(other).headers)).tier).toBe(2);
    expect((await own(app, member.headers)).licences).toMatchObject([{ role: 'member' }]);
    expect(await ledgerOf(app, person(holder).id)).toEqual([['partner_monthly_topup', 300]]);
    expect(await ledgerOf(app, person(other).id)).toEqual([]);
    const details = {
      license_key: key,
      from_user_id: person(holder).id,
      to_user_id: person(other).id,
      reason: 'A new account',
    };
    for (const who of [holder, other]) expect(await auditOf(person(who))).toMatchObject([{ details }]);
  });

  it('transferLicence moves every key of an upgrade chain, whichever is named', async () => {
    const next = newKey();
    const upgrade = { event: 'upgrade', license_key: next, prev_license_key: key, tier: 3 };
    await send(app, { ...upgrade, created_at: created + 1e8 });
    expect(await transfer({ email: person(other).email })).toMatchObject({ status: 200 });
    for (const one of [key, next]) expect(await licence(app, one)).toMatchObject({ user_id: person(other).id });
  });

  it('transferLicence moves the licence of an invalidated account', async () => {
    await app.operators.invalidateAccount({ body: { email: person(holder).email }, headers: operator });
    expect(await transfer({ user_id: person(other).id })).toMatchObject({
      status: 200,
      body: { user_id: person(other).id, status: 'active' },
    });
  });

  it('a repeated transferLicence changes and records nothing more', async () => {
    for (let i = 0; i < 3; i++) expect(await transfer({ user_id: person(other).id })).toMatchObject({ status: 200 });
    expect(await auditOf(person(other))).toHaveLength(1);
  });

  it('two parallel transfers leave one holder, and the records form a chain', async () => {
    const people = [person(holder), person(other)];
    for (let round = 0; round < 5; round++) {
      const third = await newUser(app);
      people.push(third);
      const answers = await Promise.all([person(other), third, person(other), third].map(({ id }) => transfer({ user_id: id })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const now = (await licence(app, key))?.user_id;
      expect([person(other).id, third.id]).toContain(now);
      const listed = await Promise.all([person(other), third].map(({ headers }) => own(app, headers)));
      expect(listed.filter(({ licences }) => licences.length > 0)).toHaveLength(1);
    }
    const last = (await licence(app, key))?.user_id;
    const received = await Promise.all(
      people.map(async (who) => (await auditOf(who)).filter(({ details }) => details.to_user_id === who.id).length),
    );
    const passedOn = await Promise.all(
      people.map(async (who) => (await auditOf(who)).filter(({ details }) => details.from_user_id === who.id).length),
    );
    expect(people.map((_, i) => Number(received[i]) - Number(passedOn[i]))).toEqual(
      people.map(({ id }) => (id === last ? 1 : 0) - (id === person(holder).id ? 1 : 0)),
    );
    const paid = await Promise.all([holder, other].map((who) => ledgerOf(app, person(who).id)));
    expect(paid).toEqual([[['partner_monthly_topup', 300]], []]);
  });

  it('transferLicence pays an unpaid month to the new holder', async () => {
    const unpaid = newKey();
    await send(app, { event: 'activate', license_key: unpaid, tier: 1, created_at: created });
    expect(await transfer({ license_key: unpaid, user_id: person(other).id })).toMatchObject({ status: 200 });
    expect(await ledgerOf(app, person(other).id)).toEqual([['partner_monthly_topup', 100]]);
  });

  it('transferLicence is 404 for an unknown licence or user, and 409 for an inactive user or a refunded licence', async () => {
    expect(await transfer({ license_key: newKey(), user_id: person(other).id })).toMatchObject({
      status: 404,
    });
    expect(await transfer({ user_id: 2 ** 40 })).toMatchObject({ status: 404 });
    await app.operators.invalidateAccount({ body: { email: person(other).email }, headers: operator });
    expect(await transfer({ user_id: person(other).id })).toMatchObject({
      status: 409,
      body: { code: 'user_inactive' },
    });
    await send(app, { event: 'deactivate', license_key: key, created_at: created + 1e8 });
    const third = await newUser(app);
    expect(await transfer({ user_id: third.id })).toMatchObject({
      status: 409,
      body: { code: 'licence_not_active' },
    });
    expect(await licence(app, key)).toMatchObject({ user_id: person(holder).id });
  });

  it("transferLicence is 422 without exactly one user, and 401 without an operator's credentials", async () => {
    expect(await transfer({})).toMatchObject({ status: 422 });
    const two = { user_id: person(other).id, email: person(other).email };
    expect(await transfer({ ...two, license_key: '' })).toMatchObject({ status: 422 });
    expect(await transfer({ user_id: person(other).id }, person(other).headers)).toMatchObject({
      status: 401,
    });
  });
});
