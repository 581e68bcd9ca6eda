import { randomUUID } from 'node:crypto';
import { deliverAll } from '#test/api/accounts/stranger.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { newOperator } from '#test/http/callers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree, expectLedgerToAgree } from './books.ts';
import { expectEventsToAgree } from './event-books.ts';
import { actionsOn, joins, opensShop, registers, signsIn } from './people.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const passes = (seconds: number) => {
  app.world.clock.now += seconds * 1000;
};
type Answer = { status: number; body: unknown };
const state = async () =>
  structuredClone([
    await allItems(app.world, 'accounts'),
    await allItems(app.world, 'attribution'),
    [app.world.mails, app.world.messages, app.world.notices],
  ]);

it('an operator tries each step before doing it: grant, reversal, invalidation and reactivation happen once, the audit tells each once and no dry run, and the shop sells on', async () => {
  const person = await joins(app);
  const shop = await opensShop(app, person);
  const sale = { event_type: 'order_created', value: 30, currency: 'EUR' };
  const sid = await shop.land();
  await shop.send({ ...sale, event_id: 'order:1', svc_click_id: sid });
  await deliverAll(app);
  const step = async (act: (more: { dry_run?: boolean }) => Promise<Answer>) => {
    const before = await state();
    const dry = await act({ dry_run: true });
    expect(await state()).toEqual(before);
    const done = await act({});
    expect(dry.status).toBe(done.status);
    await deliverAll(app);
    passes(1);
    return done;
  };
  const user = { user_id: person.id, reason: 'Asked by telephone' };
  const key = { ...operator, 'idempotency-key': randomUUID() };
  const grant = (more: object = {}) =>
    app.operators.grantCredits({
      body: { ...user, amount: 10, ...more },
      headers: 'dry_run' in more ? operator : key,
    });
  await step(grant);
  const granted = bodyOf(await grant());
  expect(granted).toMatchObject({ duplicate: true, balance: 10 });
  const body = { ...user, transaction_id: granted.transaction.id };
  const reverse = (more: object = {}) => app.operators.reverseCredits({ body: { ...body, ...more }, headers: operator });
  await step(reverse);
  expect(bodyOf(await reverse())).toMatchObject({ duplicate: true, balance: 0 });

  const reader = await newOperator(app, { role: 'read' });
  const { token } = await app.viewDeps().tokens.issue('operator', reader);
  const readOnly = { 'x-svc-dev-token': token };
  const invalidate = (more: object = {}, headers: Record<string, string> = operator) =>
    app.operators.invalidateAccount({ body: { ...user, ...more }, headers });
  expect((await invalidate({ dry_run: true }, readOnly)).status).toBe(403);
  expect((await step(invalidate)).status).toBe(200);
  passes(61);
  expect((await shop.send({ ...sale, event_id: 'order:2', svc_click_id: sid })).status).toBe(401);
  expect((await app.accounts.readMe({ headers: person.headers })).status).toBe(401);

  const successor = await registers(app, person.email);
  const reactivate = (more: object = {}) => app.operators.reactivateAccount({ body: { ...user, ...more }, headers: operator });
  expect(await step(reactivate)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  const new_email = `${randomUUID()}@company.example`;
  expect((await step((more) => reactivate({ ...more, new_email }))).status).toBe(200);
  expect(bodyOf(await reactivate({ new_email }))).toMatchObject({ already: true });
  passes(61);
  expect(await shop.send({ ...sale, event_id: 'order:2', svc_click_id: sid })).toMatchObject({
    status: 200,
    body: { duplicate: false },
  });
  await deliverAll(app);

  const again = { id: person.id, email: new_email, formerEmails: [person.email] };
  const headers = await signsIn(app, again);
  expect(await expectBooksToAgree(app, again, headers)).toMatchObject({
    balance: 0,
    live: [{ currency: 'EUR', value: '60.00', count: 2 }],
    mails: ['Welcome to adtrail', 'A new Conversion API key was created', 'Your account is active again'],
  });
  expect(await expectLedgerToAgree(app, successor, successor.headers)).toBe(0);
  expect(await expectEventsToAgree(app, successor, successor.headers, 'live')).toEqual([]);
  expect(await actionsOn(app, person.id)).toEqual([
    'audit_credits',
    'reactivate_account',
    'invalidate_account',
    'reverse_credits',
    'grant_credits',
  ]);
  expect(await actionsOn(app, successor.id)).toEqual(['audit_credits']);
});
