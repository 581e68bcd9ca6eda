import { queues } from '#functions/queues.ts';
import { allowMail } from '#lib/ops/allow-mail.ts';
import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, operatorDomain, startApp, type TestApp } from '#test/kit/harness.ts';
import { daysAgo, mailsTo, reported, sesEvent } from './scene.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const email = 'ada@company.example';
const isSuppressed = (address = email) => app.workerDeps('outbox').suppressions.has(address);

it('an address whose mailbox works again gets mail again, also from SES, and asking twice is harmless', async () => {
  const removed: string[] = [];
  const ses = {
    async send({ input }: { input: { EmailAddress: string } }) {
      if (removed.includes(input.EmailAddress)) throw Object.assign(new Error(), { name: 'NotFoundException' });
      removed.push(input.EmailAddress);
      return {};
    },
  };
  const { suppressions } = app.workerDeps('outbox');
  const allow = (address: string) => allowMail(address, { ses: ses as never, suppressions });
  await reported(app, sesEvent.bounce(email));
  expect(await allow('Ada@company.example\n')).toBe(true);
  expect([await isSuppressed(), removed]).toEqual([false, ['Ada@company.example', email]]);
  expect(await allow(email)).toBe(false);
  await expect(allow('nobody')).rejects.toThrow('Invalid e-mail address');
});

describe('a report of the mail service', () => {
  it.each([
    ['that a mailbox is not there', sesEvent.bounce(email), true],
    ['that a mailbox is full', sesEvent.bounce(email, 'Transient'), false],
    ['of a bounce that it does not understand', sesEvent.bounce(email, 'Undetermined'), false],
    ['of a complaint', sesEvent.complaint(email), true],
    ['that a mail was no spam after all', sesEvent.complaint(email, 'not-spam'), false],
    ['in other letters', sesEvent.bounce('Ada@COMPANY.example'), true],
  ])('%s', async (_, event, expected) => {
    await reported(app, event);
    expect(await isSuppressed()).toBe(expected);
    expect(await isSuppressed('bob@company.example')).toBe(false);
  });

  it('a report of the mail service of a complaint without a type, as many mailboxes send it, counts', async () => {
    const event = sesEvent.complaint(email);
    Reflect.deleteProperty(event.complaint, 'complaintFeedbackType');
    await reported(app, event);
    expect(await isSuppressed()).toBe(true);
  });

  it('a report of the mail service of something else, or of a name that is no address, changes nothing and is done', async () => {
    const { message } = queues.mail_events;
    for (const eventType of ['Delivery', 'Send', 'Reject'])
      await reported(app, message.parse({ eventType, mail: {} }) as ReturnType<typeof sesEvent.bounce>);
    await reported(app, sesEvent.bounce('no address'));
    expect(await allItems(app.world, 'accounts')).toEqual([]);
  });

  it('a report of the mail service leaves no address in the store, and its first reason', async () => {
    await reported(app, sesEvent.bounce(email));
    await reported(app, sesEvent.complaint(email));
    const items = await allItems(app.world, 'accounts');
    expect(items).toMatchObject([{ kind: 'suppression', reason: 'bounce' }]);
    expect(JSON.stringify(items)).not.toContain('@');
  });
});

describe('to an address that mail came back from', () => {
  beforeEach(() => reported(app, sesEvent.bounce(email)));

  it('no code for a new account goes, and the caller is told why', async () => {
    const answer = await app.accounts.sendVerification({ body: { email } });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'email'] }] } });
    expect(JSON.stringify(answer.body)).not.toContain(email);
    expect(app.world.mails).toEqual([]);
  });

  it('no code for the sales deck goes, and the caller is told why', async () => {
    const own = `sam@${operatorDomain}`;
    await reported(app, sesEvent.complaint(own));
    const answer = await app.accounts.sendDeckCode({ body: { email: own } });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'email'] }] } });
    expect(app.world.mails).toEqual([]);
  });

  it('no code to reset a password goes, and the caller learns nothing', async () => {
    await newUser(app, { email });
    const ask = async (address: string) => {
      const { status, body } = await app.accounts.forgotPassword({ body: { email: address } });
      await app.work('reset_codes');
      return { status, body };
    };
    expect(await ask(email)).toEqual(await ask('nobody@company.example'));
    expect(app.world.mails).toEqual([]);
  });

  it('neither notices nor lifecycle mails go, and others still do', async () => {
    const spared = await newUser(app, { email, createdAt: daysAgo(app, 8) });
    const other = await newUser(app, { createdAt: daysAgo(app, 8) });
    const body = { name: 'Shop', kind: 'secret', environment: 'live' } as const;
    for (const { headers } of [spared, other]) await app.keys.createKey({ body, headers });
    await app.checkInAfterAWeek();
    await app.settle();
    expect(mailsTo(app, email)).toEqual([]);
    expect(
      mailsTo(app, other.email)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['lifecycle', 'transactional']);
  });
});

it('codes and security notices reach who unsubscribed, and cannot be unsubscribed from', async () => {
  const user = await newUser(app, { createdAt: daysAgo(app, 8) });
  await app.mailLinks.changeEmailPreferences({ body: { lifecycle_emails: false }, headers: user.headers });
  const body = { name: 'Shop', kind: 'secret', environment: 'live' } as const;
  await app.keys.createKey({ body, headers: user.headers });
  await app.checkInAfterAWeek();
  await app.settle();
  await app.accounts.forgotPassword({ body: { email: user.email } });
  await app.work('reset_codes');
  const mails = mailsTo(app, user.email);
  expect(mailedCode(app, user.email)).toMatch(/^\d{6}$/);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(['A new Conversion API key was created', 'Reset your password']);
  for (const { kind, headers, text, html } of mails) {
    expect([kind, headers]).toEqual(['transactional', undefined]);
    expect(text + html).not.toMatch(/unsubscribe/i);
  }
});
