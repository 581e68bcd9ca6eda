import { readFile } from 'node:fs/promises';
import type { User } from '#shared/accounts/rules/users.ts';
import { directRules } from '#shared/mail/mails.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import type { MailRule, MailTemplate } from '#shared/messages/mail-templates.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { mailRules } from '#shared/registry/mails.ts';
import { sampleMails } from '#shared/registry/sample-mails.ts';
import { newUser, newWorld, operatorDomain, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let sent = 0;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(() => {
  app.world.clock.now += 86_400_000;
  app.world.mails.length = 0;
  app.world.messages.length = 0;
});

type Account = Awaited<ReturnType<typeof newUser>>;
const password = 'correct horse battery staple';
type MailName = MailTemplate | keyof typeof directRules;
const rules: Readonly<Record<MailName, MailRule>> = { ...directRules, ...mailRules };
const names = Object.keys(rules) as MailName[];
const mailEffect = (to_user: number, template: MailTemplate, id = `rule#${++sent}`): EffectOf<'mail'> => ({
  kind: 'mail',
  id,
  to_user,
  template,
  data: { at: '2026-11-21 12:00 UTC', day: '2026-11-20', account_id: 'act_1', url: 'https://shop.example' },
});
const deps = () => app.workerDeps('outbox');
const headersOf = ({ id }: Account) => app.signIn(id);

const senders: Partial<Record<MailName, (to: Account) => Promise<unknown>>> = {
  code_registration: ({ id }) => deliver({ kind: 'registration_code', id: `rule#${++sent}`, user_id: id }, deps()),
  async code_reset({ email }) {
    await app.accounts.forgotPassword({ body: { email } });
    await app.work('reset_codes');
  },
  async guessing({ email }) {
    const message = { email, request_id: `rule#${++sent}`, about: 'guessing' as const };
    app.world.messages.push({ queue: 'reset_codes', message, delaySeconds: 0 });
    await app.work('reset_codes');
  },
  async email_change_taken({ email }) {
    const asking = await registered();
    const body = { new_email: email, password };
    await app.accounts.changeEmail({ body, headers: asking.headers });
  },
  team_invitation: async ({ email }) =>
    deliver(
      {
        kind: 'team_invitation',
        id: `rule#${++sent}`,
        email,
        holder_id: (await newUser(app)).id,
        invitation_id: 'inv_1',
        expires_at: '2027-11-21T12:00:00.000Z',
      },
      deps(),
    ),
  cart_abandoned: (to) => nudge(to, 'cart_abandoned'),
  download_gate: (to) => nudge(to, 'download_gate'),
};
async function nudge(to: Account, type: 'cart_abandoned' | 'download_gate') {
  await app.notifications.scheduleNudge({ body: { type }, headers: await headersOf(to) });
  await app.settle();
  await app.work('nudge_email');
}
async function registered() {
  const email = `asks${++sent}@company.example`;
  const { body } = await app.accounts.register({ body: { email, password } });
  if (!('access_token' in body)) throw new Error(JSON.stringify(body));
  return { id: body.user.id, email, headers: { authorization: `Bearer ${body.access_token}` } };
}
async function send(name: MailName, to: Account): Promise<void> {
  const own = senders[name];
  if (own) return void (await own(to));
  await deliver(mailEffect(to.id, name as MailTemplate), deps());
  await app.work('bulk_mail');
}
const mailsTo = ({ email }: Account) => app.world.mails.filter(({ to }) => to === email);

const inactive = {
  deletion: { requestedAt: '2026-11-21T12:00:00.000Z', eraseAt: '2026-12-21T12:00:00.000Z' },
};
const account = (name: MailName, given: Partial<User>) =>
  newUser(app, { ...given, ...(name === 'account_deletion_requested' && { isActive: false, ...inactive }) });
async function exhausted(name: MailName) {
  const box = `box${++sent}`;
  for (let at = 0; at < 5; at++) {
    const other = await newUser(app, { email: `${box}+${at}@company.example`, emailVerified: false });
    await deliver(mailEffect(other.id, 'mfa_enabled'), deps());
  }
  expect(app.world.mails.filter(({ to }) => to.startsWith(`${box}+`))).toHaveLength(5);
  const email = `${box}@company.example`;
  return { ...(await account(name, { email, emailVerified: false })), email };
}

const words: Record<MailRule['toUnverified'], string> = {
  always: 'sent',
  limited: 'within the limit',
  waits: 'waits for the verification',
};

describe('the rules of e-mails', () => {
  it('the rules of e-mails name every e-mail that there is', async () => {
    const links = { clickUrl: async () => '', unsubscribeUrl: async () => '', reportUrl: async () => '' };
    const samples = await sampleMails({ ...links, invitationUrl: async () => '', exportUrl: async () => '' });
    expect([...samples.keys()].sort()).toEqual([...names].sort());
  });

  it('the rules of e-mails are those of docs/api/notifications.md, each e-mail in one line', async () => {
    const text = await readFile('docs/api/notifications.md', 'utf8');
    const rows = [...text.matchAll(/^\| (`[a-z_`, ]+`) \| (.+) \|$/gm)].map(([, listed = '', rest = '']) => ({
      listed: listed.split(', ').map((name) => name.replaceAll('`', '')),
      cells: rest.split(' | '),
    }));
    for (const name of names) {
      const matching = rows.filter(({ listed }) => listed.includes(name));
      expect(matching.map(({ cells }) => cells)).toEqual([
        [rules[name].asks, words[rules[name].toUnverified], rules[name].limit, rules[name].answer ?? '`listEmails` shows the outcome'],
      ]);
    }
    expect(rows.flatMap(({ listed }) => listed).sort()).toEqual([...names].sort());
  });
});

describe('the inbox of each e-mail holds what its rule says:', () => {
  const toOwnAddress = names.filter((name) => name !== 'code_salesdeck' && name !== 'code_email_change');

  it.each(toOwnAddress)('%s', async (name) => {
    const { toUnverified } = rules[name];
    const toVerified = await account(name, { emailVerified: true });
    await send(name, toVerified);
    expect(mailsTo(toVerified)).toHaveLength(name === 'code_registration' ? 0 : 1);

    const unverified = await account(name, { emailVerified: false });
    await send(name, unverified);
    expect(mailsTo(unverified)).toHaveLength(toUnverified === 'waits' ? 0 : 1);

    const limited = await exhausted(name);
    await send(name, limited);
    expect(mailsTo(limited)).toHaveLength(toUnverified === 'always' ? 1 : 0);
  });

  it('code_salesdeck', async () => {
    const deck = `deck${++sent}@${operatorDomain}`;
    expect(await app.accounts.sendDeckCode({ body: { email: deck } })).toMatchObject({ status: 200 });
    expect(app.world.mails).toHaveLength(1);
  });

  it('code_email_change, to an address that had its e-mails of the day and belongs to nobody', async () => {
    const { email } = await exhausted('code_reset');
    const target = email.replace('@', '+new@');
    const { headers } = await registered();
    await app.accounts.changeEmail({ body: { new_email: target, password }, headers });
    expect(app.world.mails.filter(({ to }) => to === target)).toHaveLength(1);
  });
});

describe('an e-mail to an address that nobody verified', () => {
  it('an e-mail to an address that nobody verified counts once however often it is delivered, and the limit ends after a day', async () => {
    const user = await newUser(app, { emailVerified: false });
    const effects = Array.from({ length: 6 }, () => mailEffect(user.id, 'mfa_enabled'));
    for (const effect of [...effects.slice(0, 5), ...effects.slice(0, 5), ...effects.slice(5)]) await deliver(effect, deps());
    expect(mailsTo(user)).toHaveLength(5);
    app.world.clock.now += 86_400_000;
    await deliver(mailEffect(user.id, 'mfa_enabled'), deps());
    expect(mailsTo(user)).toHaveLength(6);
  });

  it('an e-mail to an address that nobody verified is one of five when twelve are sent at once', async () => {
    const user = await newUser(app, { emailVerified: false });
    await Promise.all(Array.from({ length: 12 }, () => deliver(mailEffect(user.id, 'mfa_enabled'), deps())));
    expect(mailsTo(user)).toHaveLength(5);
  });

  it('an e-mail to an address that nobody verified that was not sent is in the list of the account’s e-mails, and no code is', async () => {
    const user = await newUser(app, { emailVerified: false });
    for (let at = 0; at < 6; at++) {
      app.world.clock.now += 1000;
      await deliver(mailEffect(user.id, 'password_changed_by_owner'), deps());
    }
    await app.accounts.sendVerification({ body: { email: user.email }, headers: await headersOf(user) });
    const list = async (query: { limit?: number } = {}) => {
      const { body } = await app.notifications.listEmails({
        query: query as never,
        headers: await headersOf(user),
      });
      return 'emails' in body ? body.emails : [];
    };
    const [newest, ...others] = await list();
    expect(newest).toMatchObject({
      type: 'password_changed_by_owner',
      subject: 'Your password was changed',
      outcome: 'not_sent',
      reason: 'unverified_mail',
    });
    expect(others.map(({ outcome, reason }) => [outcome, reason])).toEqual(Array(5).fill(['sent', null]));
    expect(await list({ limit: 2 })).toHaveLength(2);
  });

  it('an e-mail to an address that nobody verified is answered with the reason by the operation that schedules it', async () => {
    const user = await exhausted('code_reset');
    const headers = await headersOf(user);
    const refused = { scheduled: false, reason: 'unverified_mail' };
    expect(await app.notifications.scheduleNudge({ body: { type: 'cart_abandoned' }, headers })).toMatchObject({
      body: { success: true, ...refused, scheduled_for: null },
    });
    expect(await app.privacy.exportAccount({ headers })).toMatchObject({
      status: 202,
      body: { email: refused },
    });
  });

  it('an e-mail to an address that nobody verified holds neither the link to an export nor the figures of a report', async () => {
    const user = await newUser(app, { emailVerified: false });
    const data = {
      export_id: 'export_1',
      completed_at: '1',
      figures: '412 clicks',
      headline: 'Buy!',
      problems: '1',
    };
    for (const template of ['account_export_ready', 'assistant_report'] as const) {
      const effect = mailEffect(user.id, template);
      await deliver({ ...effect, data: { ...effect.data, ...data } }, deps());
    }
    await app.work('bulk_mail');
    expect(mailsTo(user)).toHaveLength(2);
    for (const { text, html } of mailsTo(user)) expect(text + html).not.toMatch(/\/m\/[er]\/|412 clicks|Buy!/);
  });
});
