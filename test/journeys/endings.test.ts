import { randomUUID } from 'node:crypto';
import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { deliverAll, recoveries } from '#test/api/accounts/stranger.ts';
import { created, newKey, operator, own, send } from '#test/api/licences/partner/partner-scene.ts';
import { run as runJob } from '#test/credits/grants/scene.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { newEndpoint, run, verified } from '#test/webhooks/scene.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { joins, opensShop, password, registers, signsIn } from './people.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const passes = (seconds: number) => {
  app.world.clock.now += seconds * 1000;
};
const sale = (event_id: string, more: object = {}) => ({
  event_type: 'order_created',
  event_id,
  value: 8,
  currency: 'EUR',
  ...more,
});

it('a sale in the minute in which the keys of a deleted shop still work, and one that a late click earns after the restore, reach its webhook', async () => {
  const person = await joins(app);
  const shop = await opensShop(app, person);
  const endpoint = await newEndpoint(app, person.headers);
  const sid = await shop.land();
  await shop.send(sale('order:1', { svc_click_id: sid }));
  const late = `s_${randomUUID().replaceAll('-', '').slice(0, 22)}`;
  expect((await shop.send(sale('order:2', { svc_click_id: late }))).status).toBe(202);
  await run(app);
  bodyOf(await app.accounts.deleteAccount({ body: { password }, headers: person.headers }));
  await deliverAll(app);
  expect((await shop.send(sale('order:3', { svc_click_id: sid }))).status).toBe(200);
  await run(app);
  await deliverAll(app);
  passes(5 * 3600);
  await run(app);
  bodyOf(await app.accounts.restoreAccount({ body: { email: person.email, password } }));
  await deliverAll(app);
  passes(61);
  const body = { key: shop.pixelKey, url: 'https://shop.example/p?svc_campaign=spring', sid: late };
  bodyOf(await app.pixel.createSession({ body }));
  await run(app);
  const posts = verified(app, endpoint.secret).map(({ type, data }) => `${type} ${data.event_id}`);
  expect(posts.sort()).toEqual(['conversion.attributed order:1', 'conversion.attributed order:3', 'conversion.matched_late order:2']);
  const books = await expectBooksToAgree(app, person, person.headers);
  expect(books.live).toEqual([{ currency: 'EUR', value: '24.00', count: 3 }]);
});

it('a squatted account that its stranger deleted is recovered by a reset before the restore, and the keys of the stranger stay dead', async () => {
  const stranger = await registers(app);
  const trial = await opensShop(app, stranger, 'test');
  await newEndpoint(app, stranger.headers, { environment: 'test' });
  bodyOf(await app.accounts.deleteAccount({ body: { password }, headers: stranger.headers }));
  await deliverAll(app);
  passes(3600);
  bodyOf(await recoveries.reset(app, stranger));
  await deliverAll(app);
  expect((await app.accounts.restoreAccount({ body: { email: stranger.email, password } })).status).toBe(401);
  const given = 'some other words';
  bodyOf(await app.accounts.restoreAccount({ body: { email: stranger.email, password: given } }));
  await deliverAll(app);
  passes(61);
  expect((await trial.send(sale('order:1'))).status).toBe(401);
  const headers = await signsIn(app, stranger, given);
  const { endpoints } = bodyOf(await app.webhooks.listWebhookEndpoints({ headers }));
  expect(endpoints).toMatchObject([{ status: 'disabled', disabled_reason: 'recovered' }]);
  const { recovery } = bodyOf(await app.accounts.readAccountRecovery({ headers }));
  expect(recovery?.ended.map(({ kind }) => kind).sort()).toEqual(['api_key', 'api_key', 'webhook_endpoint']);
  await expectBooksToAgree(app, stranger, headers);
});

it('a reminder, an export and a change of address that a deletion overtakes send what the list says, to the address that the account then has', async () => {
  const person = await joins(app);
  const nudge = (headers = person.headers) => app.notifications.scheduleNudge({ body: { type: 'cart_abandoned' }, headers });
  expect(bodyOf(await nudge())).toMatchObject({ scheduled: true });
  const new_email = `${randomUUID()}@company.example`;
  bodyOf(await app.accounts.changeEmail({ body: { new_email, password }, headers: person.headers }));
  const code = mailedCode(app, new_email);
  bodyOf(await app.accounts.confirmEmail({ body: { code }, headers: person.headers }));
  await deliverAll(app);
  passes(600);
  await app.work('nudge_email');
  const moved = { id: person.id, email: new_email, formerEmails: [person.email] };
  const books = await expectBooksToAgree(app, moved, person.headers);
  expect(books.mails).toContain('Your credits are still waiting');
  expect(app.world.mails.findLast(({ subject }) => subject === 'Your credits are still waiting')?.to).toBe(new_email);
  bodyOf(await app.privacy.exportAccount({ headers: person.headers }));
  bodyOf(await app.accounts.deleteAccount({ body: { password }, headers: person.headers }));
  await app.work('export');
  await deliverAll(app);
  expect(app.world.mails.some(({ subject }) => subject.startsWith('The export'))).toBe(false);
  bodyOf(await app.accounts.restoreAccount({ body: { email: new_email, password } }));
  await deliverAll(app);
  const headers = await signsIn(app, moved);
  const { emails } = bodyOf(await app.notifications.listEmails({ query: {}, headers }));
  expect(emails.filter(({ outcome }) => outcome === 'not_sent')).toMatchObject([{ type: 'account_export_ready', reason: 'inactive' }]);
  await expectBooksToAgree(app, moved, headers);
});

it('a holder whose account is invalidated over the day of the renewal is paid that month once it is active again, and once only', async () => {
  app = await startApp(await newWorld(Date.parse('2026-11-20T06:00:00Z')));
  const [holder, member] = [await joins(app), await joins(app)];
  const license_key = newKey();
  await send(app, { event: 'activate', license_key, tier: 2, created_at: created });
  bodyOf(await app.licences.activateLicence({ body: { license_key }, headers: holder.headers }));
  const params = { license_key };
  const { invitation_id } = bodyOf(await app.licences.inviteTeamMember({ params, body: { email: member.email }, headers: holder.headers }));
  bodyOf(await app.licences.acceptInvitation({ params: { id: invitation_id }, headers: member.headers }));
  const body = { user_id: holder.id, reason: 'A mistake' };
  app.world.clock.now = Date.parse('2026-12-10T06:00:00Z');
  bodyOf(await app.operators.invalidateAccount({ body, headers: operator }));
  await deliverAll(app);
  app.world.clock.now = Date.parse('2026-12-20T14:30:00Z');
  await runJob(app, 'subscription_renewals');
  app.world.clock.now = Date.parse('2026-12-28T06:00:00Z');
  bodyOf(await app.operators.reactivateAccount({ body, headers: operator }));
  await deliverAll(app);
  expect((await own(app, await signsIn(app, holder))).tier).toBe(2);
  expect((await own(app, await signsIn(app, member))).licences).toMatchObject([{ role: 'member' }]);
  for (const day of ['2026-12-28', '2026-12-31', '2026-12-31']) {
    app.world.clock.now = Date.parse(`${day}T14:30:00Z`);
    await runJob(app, 'subscription_renewals');
    await runJob(app, 'partner_monthly_topup');
  }
  expect((await expectBooksToAgree(app, holder)).balance).toBe(600);
  expect((await expectBooksToAgree(app, member)).balance).toBe(0);
});
