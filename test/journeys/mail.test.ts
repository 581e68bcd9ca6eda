import { deliverAll } from '#test/api/accounts/stranger.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { registers, signsIn, verifies } from './people.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const passes = (seconds: number) => {
  app.world.clock.now += seconds * 1000;
};

it('an unverified address gets five e-mails a day over all kinds and accounts of its mailbox, each refusal says why, and the verification lifts the limit', async () => {
  const box = `ada${app.world.clock.now}`;
  const person = await registers(app, `${box}@company.example`);
  const sibling = await registers(app, `${box}+shop@company.example`);
  const nudge = async (who = person) =>
    bodyOf(await app.notifications.scheduleNudge({ body: { type: 'download_gate' }, headers: who.headers }));
  const key = async (name: string, who = person) => {
    const body = { name, kind: 'secret', environment: 'test' } as const;
    bodyOf(await app.keys.createKey({ body, headers: who.headers }));
    await deliverAll(app);
    passes(1);
  };
  const inbox = () => app.world.mails.filter(({ to, text }) => to.startsWith(box) && !/^\d{6}$/m.test(text));
  const listOf = async (who = person) => bodyOf(await app.notifications.listEmails({ query: {}, headers: who.headers })).emails;

  expect(await nudge()).toMatchObject({ scheduled: true, reason: null, duplicate: false });
  expect(await nudge()).toMatchObject({ scheduled: true, duplicate: true });
  await app.settle();
  passes(600);
  await app.work('nudge_email');
  expect(inbox()).toHaveLength(1);

  await key('first');
  await key('second', sibling);
  const day = { email: { scheduled: true, reason: null } };
  expect(bodyOf(await app.privacy.exportAccount({ headers: person.headers }))).toMatchObject(day);
  await app.work('export');
  await deliverAll(app);
  await key('third');
  expect(inbox()).toHaveLength(5);
  await key('fourth', sibling);
  await key('fifth');
  expect(inbox()).toHaveLength(5);
  expect(await nudge(sibling)).toMatchObject({
    scheduled: false,
    reason: 'unverified_mail',
    scheduled_for: null,
  });
  expect(bodyOf(await app.privacy.exportAccount({ headers: person.headers }))).toMatchObject({
    email: { scheduled: false, reason: 'unverified_mail' },
  });
  await app.work('export');
  await deliverAll(app);
  expect((await listOf()).filter(({ outcome }) => outcome === 'not_sent')).toMatchObject([
    { type: 'account_export_ready', reason: 'unverified_mail' },
    { type: 'secret_key_issued', reason: 'unverified_mail' },
  ]);
  for (const who of [person, sibling]) await expectBooksToAgree(app, who, who.headers);

  passes(61);
  bodyOf(await app.accounts.sendVerification({ body: { email: person.email }, headers: person.headers }));
  await verifies(app, person);
  await key('sixth');
  expect(inbox().map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Welcome to adtrail', 'A new Conversion API key was created']),
  );
  expect(inbox()).toHaveLength(7);
  expect(await nudge(sibling)).toMatchObject({ scheduled: false, reason: 'unverified_mail' });
  passes(25 * 3600);
  sibling.headers = await signsIn(app, sibling);
  expect(await nudge(sibling)).toMatchObject({ scheduled: true });
  for (const who of [person, sibling]) await expectBooksToAgree(app, who);
});

it('an address that unsubscribed and then bounced is told why by every answer, and the list of e-mails has the same reasons', async () => {
  const person = await registers(app);
  const { headers } = person;
  const subscribe = async (lifecycle_emails: boolean) =>
    bodyOf(await app.mailLinks.changeEmailPreferences({ body: { lifecycle_emails }, headers }));
  const nudge = async () => bodyOf(await app.notifications.scheduleNudge({ body: { type: 'cart_abandoned' }, headers }));
  const unsubscribed = { scheduled: false, reason: 'unsubscribed', scheduled_for: null };
  await subscribe(false);
  expect(await nudge()).toMatchObject(unsubscribed);
  await subscribe(true);
  expect(await nudge()).toMatchObject({ scheduled: true, reason: null });
  await app.settle();
  await subscribe(false);
  passes(600);
  await app.work('nudge_email');
  await subscribe(true);
  expect(await nudge()).toMatchObject({ ...unsubscribed, duplicate: true });

  await app.workerDeps('outbox').suppressions.add(person.email, 'bounce');
  const suppressed = { scheduled: false, reason: 'suppressed' };
  expect(await nudge()).toMatchObject(suppressed);
  expect(bodyOf(await app.privacy.exportAccount({ headers }))).toMatchObject({ email: suppressed });
  await app.work('export');
  await deliverAll(app);
  expect((await app.accounts.sendVerification({ body: { email: person.email }, headers })).status).toBe(422);
  const { emails } = bodyOf(await app.notifications.listEmails({ query: {}, headers }));
  expect(emails.map(({ type, outcome, reason }) => [type, outcome, reason]).sort()).toEqual([
    ['account_export_ready', 'not_sent', 'suppressed'],
    ['cart_abandoned', 'not_sent', 'unsubscribed'],
  ]);
  expect((await expectBooksToAgree(app, person, headers)).mails).toEqual([]);
});
