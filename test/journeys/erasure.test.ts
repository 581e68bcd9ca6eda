import { eraseAtNight } from '#test/accounts/deletion/scene.ts';
import { deliverAll } from '#test/api/accounts/stranger.ts';
import { created, newKey, operator, own, send } from '#test/api/licences/partner/partner-scene.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree, expectLedgerToAgree } from './books.ts';
import { eventLog, expectEventsToAgree } from './event-books.ts';
import { joins, opensShop, password, registers, totalsOf } from './people.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const dayMs = 86_400_000;

it('a person who lets the account be erased and registers again starts at zero, takes the licence along, and is paid the new month once; team and agency see nothing of the old account', async () => {
  const [person, member, agency] = [await joins(app), await joins(app), await joins(app)];
  const shop = await opensShop(app, person);
  await shop.send({
    event_type: 'order_created',
    event_id: 'order:1',
    svc_click_id: await shop.land(),
    value: 3,
  });
  const license_key = newKey();
  const params = { license_key };
  await send(app, { event: 'activate', license_key, tier: 2, created_at: created });
  const activate = (headers: Record<string, string>) => app.licences.activateLicence({ body: { license_key }, headers });
  bodyOf(await activate(person.headers));
  const { invitation_id } = bodyOf(await app.licences.inviteTeamMember({ params, body: { email: member.email }, headers: person.headers }));
  bodyOf(await app.licences.acceptInvitation({ params: { id: invitation_id }, headers: member.headers }));
  const pair = { manager_user_id: agency.id, client_user_id: person.id };
  bodyOf(await app.operators.linkManagedClient({ body: pair, headers: operator }));
  const asAgency = async () => ({
    query: { client_user_id: person.id },
    headers: await app.signIn(agency.id),
  });
  await app.settle();
  expect((await app.events.listEvents(await asAgency())).status).toBe(200);

  bodyOf(await app.accounts.deleteAccount({ body: { password }, headers: person.headers }));
  await deliverAll(app);
  expect((await app.events.listEvents(await asAgency())).status).toBe(404);
  expect((await own(app, member.headers)).tier).toBe(2);
  app.world.clock.now += 31 * dayMs;
  const restore = () => app.accounts.restoreAccount({ body: { email: person.email, password } });
  expect(await restore()).toMatchObject({ status: 403, body: { code: 'restore_expired' } });
  await eraseAtNight(app);
  await deliverAll(app);
  expect(await restore()).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect((await app.events.listEvents(await asAgency())).status).not.toBe(200);
  expect((await own(app, await app.signIn(member.id))).licences).toEqual([]);

  const again = await registers(app, person.email);
  expect(again.id).not.toBe(person.id);
  expect(await eventLog(app, again.headers)).toEqual([]);
  expect(await totalsOf(app, again.headers)).toEqual([]);
  for (let twice = 0; twice < 2; twice++) expect((await activate(again.headers)).status).toBe(200);
  expect(await expectLedgerToAgree(app, again, again.headers)).toBe(300);
  expect(await expectEventsToAgree(app, again, again.headers, 'live')).toEqual([]);
  const query = { user_id: person.id };
  const old = bodyOf(await app.operators.listAccountCredits({ query, headers: operator }));
  expect([old.balance, old.transactions.map(({ amount, reason }) => [amount, reason])]).toEqual([300, [[300, '']]]);
  for (const other of [member, agency]) await expectBooksToAgree(app, other);
});
