import { created, newKey, operator, own, send } from '#test/api/licences/partner/partner-scene.ts';
import { run as runJob } from '#test/credits/grants/scene.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { joins, type Person, signsIn } from './people.ts';

it('a licence pays at its activation, the difference of an upgrade and once a month, moves with its team to another account, and pays neither account twice', async () => {
  const app: TestApp = await startApp(await newWorld(Date.parse('2026-11-25T06:00:00Z')));
  const people = [await joins(app), await joins(app), await joins(app)] as const;
  const [buyer, second, member] = people;
  const balances = async () => {
    const sums: number[] = [];
    for (const person of people) sums.push((await expectBooksToAgree(app, person)).balance);
    return sums;
  };
  const [silver, platinum] = [newKey(), newKey()];
  const tell = async (event: string, license_key: string, more: object = {}) =>
    expect(await send(app, { event, license_key, created_at: created, ...more })).toMatchObject({
      status: 200,
    });
  const activate = (license_key: string, { headers }: Person) => app.licences.activateLicence({ body: { license_key }, headers });
  const jobs = async (day: string) => {
    app.world.clock.now = Date.parse(`${day}T14:30:00Z`);
    await runJob(app, 'subscription_renewals');
    await runJob(app, 'partner_monthly_topup');
  };

  await tell('purchase', silver, { tier: 1 });
  expect((await activate(silver, buyer)).status).toBe(200);
  expect((await activate(silver, buyer)).status).toBe(200);
  expect(await activate(silver, second)).toMatchObject({ status: 409, body: { code: 'licence_taken' } });
  expect(await balances()).toEqual([100, 0, 0]);

  const params = { license_key: silver };
  const invitation = bodyOf(await app.licences.inviteTeamMember({ params, body: { email: member.email }, headers: buyer.headers }));
  bodyOf(
    await app.licences.acceptInvitation({
      params: { id: invitation.invitation_id },
      headers: member.headers,
    }),
  );
  for (let twice = 0; twice < 2; twice++) {
    await tell('deactivate', silver, { created_at: created + 1e6 });
    await tell('upgrade', platinum, { prev_license_key: silver, tier: 3, created_at: created + 1e6 });
  }
  expect((await own(app, buyer.headers)).tier).toBe(3);
  const seen = (await own(app, member.headers)).licences.map((one) => [one.status, one.role, one.tier]);
  expect(seen.sort()).toEqual([
    ['active', 'member', 3],
    ['deactivated', 'member', 1],
  ]);
  expect(await balances()).toEqual([600, 0, 0]);
  await jobs('2026-11-25');
  await jobs('2026-11-30');
  expect(await balances()).toEqual([600, 0, 0]);

  const moved = { license_key: platinum, email: second.email, reason: 'A new account' };
  const dry = bodyOf(await app.operators.transferLicence({ body: { ...moved, dry_run: true }, headers: operator }));
  expect(dry).toMatchObject({ dry_run: true, user_id: second.id });
  const buyersTier = async () => (await own(app, await signsIn(app, buyer))).tier;
  expect(await buyersTier()).toBe(3);
  for (let twice = 0; twice < 2; twice++) bodyOf(await app.operators.transferLicence({ body: moved, headers: operator }));
  expect(await buyersTier()).toBeNull();
  const members = bodyOf(
    await app.licences.listTeam({
      params: { license_key: platinum },
      headers: await signsIn(app, second),
    }),
  ).members;
  expect(members.map(({ email, status }) => [email, status])).toEqual([[member.email, 'member']]);
  await jobs('2026-11-30');
  expect(await balances()).toEqual([600, 0, 0]);

  await jobs('2026-12-25');
  await jobs('2026-12-31');
  expect(await balances()).toEqual([600, 600, 0]);
  await tell('deactivate', platinum, { created_at: created + 2e9 });
  await jobs('2027-01-25');
  await jobs('2027-01-31');
  expect(await balances()).toEqual([600, 600, 0]);
  expect((await own(app, await signsIn(app, second))).tier).toBeNull();
});
