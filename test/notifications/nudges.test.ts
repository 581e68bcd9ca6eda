import type { Deps as NudgeDeps } from '#functions/workers/nudge-email/needs.ts';
import { sendNudge } from '#functions/workers/nudge-email/send-nudge.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { MailRejected } from '#shared/mail/mailer.ts';
import type { NudgeType } from '#shared/messages/lifecycle-mails.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
const start = Date.parse('2026-11-21T12:00:00Z');
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  app.world.clock.now = start;
  user = await newUser(app);
  await app.settle();
  app.world.mails.length = 0;
  app.world.messages.length = 0;
});

const schedule = async (type: NudgeType = 'cart_abandoned', { headers } = user) => {
  const { status, body } = await app.notifications.scheduleNudge({ body: { type }, headers });
  expect(status).toBe(200);
  return body as { success: true; duplicate: boolean; scheduled_for: string };
};
const waitAndSend = async (minutes = 10) => {
  await app.settle();
  app.world.clock.now += minutes * 60_000;
  await app.work('nudge_email');
};
async function message() {
  await app.settle();
  const [sent] = app.world.messages;
  if (sent?.queue !== 'nudge_email') throw new Error('No nudge is on the queue.');
  return sent.message;
}
const subjects = () => app.world.mails.map(({ to, subject }) => [to, subject]);
const cart = 'Your credits are still waiting';
const records = async () =>
  (await allItems(app.world, 'accounts'))
    .filter(({ pk, kind }) => pk === `NOTIFY#${user.id}` && kind === 'nudge')
    .map(({ day, state, why }) => [day, state, ...(why ? [why] : [])]);
const with_ = (changes: Partial<NudgeDeps>): NudgeDeps => ({ ...app.nudgeDeps(), ...changes });

describe('a nudge', () => {
  it('a nudge is sent ten minutes after its request, in words, with the way to unsubscribe', async () => {
    expect(await schedule()).toEqual({
      success: true,
      duplicate: false,
      message: 'The e-mail is scheduled.',
      scheduled: true,
      reason: null,
      scheduled_for: '2026-11-21T12:10:00.000Z',
    });
    await app.settle();
    expect(app.world.messages).toMatchObject([{ queue: 'nudge_email', delaySeconds: 600 }]);
    expect(app.world.mails).toEqual([]);
    await waitAndSend();
    expect(subjects()).toEqual([[user.email, cart]]);
    expect(app.world.mails[0]).toMatchObject({
      kind: 'lifecycle',
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
    expect(await records()).toEqual([['2026-11-21', 'sent']]);
  });

  it('a nudge waits the rest of its time when the outbox was late, and none when that is over', async () => {
    await schedule();
    app.world.clock.now += 240_500;
    await app.settle();
    expect(app.world.messages).toMatchObject([{ delaySeconds: 360 }]);
    app.world.messages.length = 0;
    user = await newUser(app);
    await schedule();
    app.world.clock.now += 86_400_000;
    await app.settle();
    expect(app.world.messages).toMatchObject([{ delaySeconds: 0 }]);
  });

  it('a nudge waits as long as the configuration says', async () => {
    const other = await startApp(app.world, { env: { NUDGE_DELAY_SECONDS: '2' } });
    const { body } = await other.notifications.scheduleNudge({
      body: { type: 'download_gate' },
      headers: user.headers,
    });
    expect(body).toMatchObject({ scheduled_for: '2026-11-21T12:00:02.000Z' });
    await other.settle();
    expect(app.world.messages).toMatchObject([{ delaySeconds: 2 }]);
  });

  it('a nudge is one a day over both types, under calls side by side and after them (N3)', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => schedule(i % 2 ? 'cart_abandoned' : 'download_gate')));
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    app.world.clock.now += 3_600_000;
    expect(await schedule('download_gate')).toMatchObject({
      duplicate: true,
      scheduled_for: '2026-11-21T12:10:00.000Z',
    });
    await waitAndSend();
    expect(app.world.mails).toHaveLength(1);
    app.world.clock.now = start + 86_400_000;
    user = { ...user, headers: await app.signIn(user.id) };
    expect(await schedule()).toMatchObject({ duplicate: false });
    await waitAndSend();
    expect(app.world.mails).toHaveLength(2);
  });

  it('a nudge of another type is refused, with the list of them (N6)', async () => {
    const body = { type: 'please_come_back' } as never;
    expect(await app.notifications.scheduleNudge({ body, headers: user.headers })).toMatchObject({
      status: 422,
      body: { detail: [{ msg: expect.stringMatching(/cart_abandoned.*download_gate/) }] },
    });
  });
});

describe('the day of a nudge is the user’s own (N4)', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-21T18:29:00Z', '2026-11-21T18:30:00Z', ['2026-11-21', '2026-11-22']],
    ['America/Los_Angeles', '2026-11-22T07:59:00Z', '2026-11-22T08:00:00Z', ['2026-11-21', '2026-11-22']],
    [null, '2026-11-21T23:59:00Z', '2026-11-22T00:00:00Z', ['2026-11-21', '2026-11-22']],
  ])('the day of a nudge is the user’s own (N4) in %s it ends between %s and %s', async (timezone, last, first, days) => {
    await app.users.change(user.id, { timezone });
    app.world.clock.now = Date.parse(last);
    expect(await schedule()).toMatchObject({ duplicate: false });
    expect(await schedule()).toMatchObject({ duplicate: true });
    app.world.clock.now = Date.parse(first);
    expect(await schedule('download_gate')).toMatchObject({ duplicate: false });
    expect(await schedule()).toMatchObject({ duplicate: true });
    expect((await records()).map(([day]) => day)).toEqual(days);
  });

  it('the day of a nudge is the user’s own (N4) and two ordered around midnight are not both sent on the new day', async () => {
    app.world.clock.now = Date.parse('2026-11-21T23:55:00Z');
    await schedule();
    app.world.clock.now = Date.parse('2026-11-22T00:01:00Z');
    await schedule('download_gate');
    await waitAndSend(20);
    expect(app.world.mails).toHaveLength(1);
    expect((await records()).map(([, ...end]) => end)).toEqual([['sent'], ['skipped', 'sent_today']]);
  });
});

describe('who is not to be nudged when it is due gets none:', () => {
  it.each<[string, string, (app: TestApp) => Promise<unknown>]>([
    ['paid', 'pays by now', (app) => app.users.change(user.id, { paidStatus: 'active' })],
    ['inactive', 'is not active any more', (app) => app.users.change(user.id, { isActive: false })],
    ['unsubscribed', 'has unsubscribed', (app) => app.workerDeps('outbox').mailPreferences.set(user.id, false)],
    ['suppressed', 'has an address that bounced', (app) => app.workerDeps('outbox').suppressions.add(user.email, 'bounce')],
  ])('%s: %s', async (why, _, happens) => {
    await schedule();
    await app.settle();
    await happens(await startApp(app.world));
    await waitAndSend();
    expect(app.world.mails).toEqual([]);
    expect(await records()).toEqual([['2026-11-21', 'skipped', why]]);
  });

  it('no_mailbox: an account made with a phone', async () => {
    const phone = '+14155550100';
    user = await newUser(app, { phone, email: 'user+14155550100@operator.example' } as Partial<User>);
    expect(await schedule()).toMatchObject({ scheduled: false, reason: 'no_mailbox', scheduled_for: null });
    await waitAndSend();
    expect([app.world.mails, await records()]).toEqual([[], []]);
  });

  it.each<[string, (app: TestApp) => Promise<unknown>]>([
    ['paid', (app) => app.users.change(user.id, { paidStatus: 'active' })],
    ['unsubscribed', (app) => app.workerDeps('outbox').mailPreferences.set(user.id, false)],
    ['suppressed', (app) => app.workerDeps('outbox').suppressions.add(user.email, 'bounce')],
  ])('%s: the request says so, schedules nothing, and does not use up the day', async (reason, happens) => {
    await happens(await startApp(app.world));
    const answer = await schedule();
    expect(answer).toMatchObject({
      success: true,
      duplicate: false,
      scheduled: false,
      reason,
      scheduled_for: null,
    });
    await waitAndSend();
    expect([app.world.mails, await records()]).toEqual([[], []]);
  });

  it('a repeat says that the e-mail of the day was not sent, when it was skipped', async () => {
    await schedule();
    await app.settle();
    await app.users.change(user.id, { paidStatus: 'active' });
    await waitAndSend();
    await app.users.change(user.id, { paidStatus: 'canceled' });
    expect(await schedule()).toMatchObject({
      duplicate: true,
      scheduled: false,
      reason: 'paid',
      scheduled_for: null,
    });
  });

  it('an address that nobody verified is nudged, once a day (D1)', async () => {
    user = await newUser(app, { emailVerified: false });
    expect(await schedule()).toMatchObject({ scheduled: true });
    expect(await schedule('download_gate')).toMatchObject({ duplicate: true });
    await waitAndSend();
    expect(subjects()).toEqual([[user.email, cart]]);
  });

  it.each(['none', 'paused', 'canceled'] as const)(
    'who is not to be nudged when it is due gets none: but who is %s is nudged',
    async (paidStatus) => {
      await app.users.change(user.id, { paidStatus });
      await schedule();
      await waitAndSend();
      expect(app.world.mails).toHaveLength(1);
    },
  );
});

describe('a nudge is never sent twice:', () => {
  it('its message comes again and again, side by side and one by one (N3)', async () => {
    await schedule();
    const due = await message();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => sendNudge(due, app.nudgeDeps())));
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (let i = 0; i < 3; i++) {
      await sendNudge(due, app.nudgeDeps());
      app.world.clock.now += 61_000;
    }
    expect(app.world.mails).toHaveLength(1);
    expect(await records()).toEqual([['2026-11-21', 'sent']]);
  });

  it('its stream record comes again', async () => {
    await schedule();
    const [record] = (await app.world.streams.peek('outbox')).slice(-1);
    await app.settle();
    if (!record) throw new Error('no record');
    await app.consumers.outbox(app.world.streams.eventOf('outbox', [record]) as never, {} as never);
    expect(app.world.messages).toHaveLength(2);
    await waitAndSend();
    expect(app.world.mails).toHaveLength(1);
  });

  it('nobody knows whether the mail went out: it is not tried again, even a day later (N5)', async () => {
    await schedule();
    const due = await message();
    const { mailer } = app.nudgeDeps();
    const lost = with_({
      mailer: {
        async send(mail) {
          await mailer.send(mail);
          throw new Error('The answer was lost.');
        },
      },
    });
    await sendNudge(due, lost);
    app.world.clock.now += 86_400_000;
    await sendNudge(due, app.nudgeDeps());
    expect(app.world.mails).toHaveLength(1);
    expect(await records()).toEqual([['2026-11-21', 'unknown']]);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])('its worker dies %s the mail: no other worker sends it (N5)', async (when, mails) => {
    await schedule();
    const due = await message();
    const { mailer } = app.nudgeDeps();
    const dying = with_({
      mailer: {
        async send(mail) {
          if (when === 'after') await mailer.send(mail);
          return await new Promise<void>(() => {});
        },
      },
    });
    void sendNudge(due, dying);
    while ((await records())[0]?.[1] !== 'claimed') await new Promise(setImmediate);
    if (mails) while (app.world.mails.length === 0) await new Promise(setImmediate);
    await expect(sendNudge(due, app.nudgeDeps())).rejects.toThrow('Another worker');
    app.world.clock.now += 61_000;
    await sendNudge(due, app.nudgeDeps());
    expect(app.world.mails).toHaveLength(mails);
    expect(await records()).toEqual([['2026-11-21', 'unknown']]);
    expect(await schedule('download_gate')).toMatchObject({ duplicate: true });
  });
});

it('a nudge that the mail service refuses is sent by the next try, and its day is free until then (N5)', async () => {
  await schedule();
  const due = await message();
  const refusing = with_({
    mailer: { send: () => Promise.reject(new MailRejected('Too many mails.')) },
  });
  for (let i = 0; i < 3; i++) await expect(sendNudge(due, refusing)).rejects.toThrow('not taken');
  expect(await records()).toEqual([['2026-11-21', 'scheduled']]);
  expect(
    (await allItems(app.world, 'accounts')).filter(({ kind }) => kind === 'nudge_of_day').filter(({ pk }) => pk === `NOTIFY#${user.id}`),
  ).toEqual([]);
  await sendNudge(due, app.nudgeDeps());
  expect(subjects()).toEqual([[user.email, cart]]);
});

it('a message of nobody’s nudge is done with', async () => {
  await schedule();
  const due = await message();
  await sendNudge({ ...due, nudge_id: 'nudge_other' }, app.nudgeDeps());
  await sendNudge({ ...due, user_id: 1 }, app.nudgeDeps());
  expect(app.world.mails).toEqual([]);
});
