import { mailTemplates } from '#shared/registry/mails.ts';
import { newUser, newWorld, startApp } from '#test/kit/harness.ts';

it('the list of e-mails has as many e-mails as its limit also after a code, which is not in the list', async () => {
  const app = await startApp(await newWorld());
  const user = await newUser(app, { emailVerified: false });
  const headers = await app.signIn(user.id);
  for (let at = 0; at < 3; at++) {
    app.world.clock.now += 1000;
    const body = { name: `Shop ${at}`, kind: 'secret', environment: 'test' } as const;
    expect((await app.keys.createKey({ body, headers })).status).toBe(201);
  }
  await app.settle();
  app.world.clock.now += 1000;
  await app.accounts.sendVerification({ body: { email: user.email }, headers });
  const all = async (query: { limit?: number }) => {
    const { body } = await app.notifications.listEmails({ query: query as never, headers });
    return 'emails' in body ? body.emails : [];
  };
  const emails = await all({});
  expect(emails.map(({ type }) => type)).toEqual(Array(3).fill('secret_key_issued'));
  expect(emails.map(({ at }) => at)).toEqual(
    emails
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  for (const limit of [1, 2, 3]) expect(await all({ limit })).toEqual(emails.slice(0, limit));
});

it('the list of e-mails has a whole subject for each mail, without data of the account', async () => {
  const app = await startApp(await newWorld());
  const { id, headers } = await newUser(app);
  const { mailLog } = app.workerDeps('outbox');
  for (const template of mailTemplates) await mailLog.note(id, { id: `${template}#2026-11-20`, template, outcome: 'sent' });
  const { body } = await app.notifications.listEmails({ query: { limit: 100 }, headers });
  const emails = 'emails' in body ? body.emails : [];
  expect(emails.map(({ type }) => type).sort()).toEqual([...mailTemplates].sort());
  for (const { subject } of emails) expect(subject).not.toMatch(/invalid|undefined|NaN| {2}|^ | $|\d %/i);
});
