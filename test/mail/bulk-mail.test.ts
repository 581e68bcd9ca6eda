import type { SESv2Client } from '@aws-sdk/client-sesv2';
import { type Message, queues } from '#functions/queues.ts';
import { sendBulkMail } from '#functions/workers/nudge-email/send-bulk-mail.ts';
import type { Deps as ResetCodeDeps } from '#functions/workers/reset-codes/needs.ts';
import { sendResetCode } from '#functions/workers/reset-codes/send-reset-code.ts';
import { MailThrottled } from '#shared/mail/mailer.ts';
import { againSeconds, bulkIntervalMs, type SendingLimits, whyPaused } from '#shared/mail/rules/bulk-mail.ts';
import { sesLimits } from '#shared/mail/vendors/sending-limits.ts';
import { sesMailer } from '#shared/mail/vendors/ses-mailer.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { daysAgo, mailsTo } from './scene.ts';

const production: SendingLimits = {
  perSecond: 14,
  perDay: 50_000,
  sentInDay: 0,
  isEnabled: true,
  isHealthy: true,
};
type Bulk = Message<'bulk_mail'>;

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const withLimits = (limits: Partial<SendingLimits>) => {
  app.world.mailService.limits = { ...production, ...limits };
};
const order = (userId: number, template: 'one_week_checkin' | 'welcome' = 'one_week_checkin'): Bulk => ({
  effect: { kind: 'mail', id: `${template}#${userId}`, to_user: userId, template, data: {} },
  ordered_at: new Date(app.world.clock.now).toISOString(),
});
const send = (messages: readonly Bulk[], more: object = {}) => sendBulkMail(messages, { ...app.nudgeDeps(), ...more });
const throttled = { mailer: { send: () => Promise.reject(new MailThrottled('Too many.')) } };
const waiting = (queue: string) => app.world.messages.filter((one) => one.queue === queue);
const logOf = (userId: number) => app.workerDeps('outbox').mailLog.latest(userId, 10);

it('the check-ins of a day go out at 80 % of the rate that SES allows, each once, and none is given up', async () => {
  withLimits({ perSecond: 20 });
  const users = await Promise.all(Array.from({ length: 200 }, () => newUser(app, { createdAt: daysAgo(app, 7) })));
  const orders = users.map(({ id }) => order(id));
  const began = app.world.clock.now;
  for (let at = 0; at < orders.length; at += 10) {
    expect(await send(orders.slice(at, at + 10))).toEqual(Array(10).fill(null));
    const seconds = (app.world.clock.now - began) / 1000;
    expect(app.world.mails.length).toBeLessThanOrEqual(16 * seconds + 1.001);
  }
  expect((app.world.clock.now - began) / 1000).toBeCloseTo(199 / 16, 0);
  await send(orders.slice(0, 10));
  expect(new Set(app.world.mails.map(({ to }) => to)).size).toBe(200);
  expect(app.world.mails.length).toBe(200);
});

it('what has no turn within 20 seconds stays on the queue and takes none', async () => {
  withLimits({ perSecond: 0.1 });
  const user = await newUser(app, { createdAt: daysAgo(app, 7) });
  const { bulkPace } = app.nudgeDeps();
  await bulkPace.take(10);
  const before = app.world.clock.now;
  const [failure] = await send([order(user.id)]);
  expect(failure).toMatchObject({ error: { name: 'RetrySoon' }, atLeastSeconds: 125 });
  expect([app.world.mails, app.world.clock.now]).toEqual([[], before]);
});

it.each([
  ['while SES reviews the account', { isHealthy: false }, {}, 'SES has the account under review.'],
  ['while sending is disabled', { isEnabled: false }, {}, 'sending is disabled'],
  ['when 5 % bounced', {}, { bounceRate: 0.05 }, 'at least 5 %'],
  ['when 0.1 % complained', {}, { complaintRate: 0.001 }, 'at least 0.1 %'],
  ['when 80 % of the day is used', { sentInDay: 40_000 }, {}, '80 % of the daily quota'],
])('mail to many is paused %s, operators hear of it once, and codes still go', async (_, limits, shares, words) => {
  withLimits(limits);
  Object.assign(app.world.mailService.reputation, shares);
  const user = await newUser(app, { createdAt: daysAgo(app, 7) });
  await app.checkInAfterAWeek();
  await app.settle();
  await app.settle();
  expect(mailsTo(app, user.email)).toEqual([]);
  expect(waiting('bulk_mail')).toHaveLength(1);
  expect((await send([order(user.id)]))[0]).toMatchObject({ atLeastSeconds: 900 });
  await app.work('notices');
  expect(app.world.notices).toEqual([expect.stringContaining(words)]);
  const answer = await app.accounts.forgotPassword({ body: { email: user.email } });
  expect(answer.status).toBe(200);
  await app.settle();
  await app.work('reset_codes');
  expect(mailsTo(app, user.email)).toHaveLength(1);

  withLimits({});
  app.world.mailService.reputation = { bounceRate: null, complaintRate: null };
  app.world.clock.now += 61_000;
  await app.settle();
  expect(mailsTo(app, user.email)).toHaveLength(2);
  expect(waiting('bulk_mail')).toEqual([]);
});

it('an operator pauses it, or has it go out whatever the rates are', () => {
  const bad = { bounceRate: 0.2, complaintRate: 0.2 };
  expect(whyPaused(production, bad, 'always')).toBeNull();
  expect(whyPaused({ ...production, isEnabled: false }, bad, 'always')).toBe('disabled');
  expect(whyPaused(production, { bounceRate: 0, complaintRate: 0.0009 }, 'auto')).toBeNull();
  expect(whyPaused(production, { bounceRate: 0, complaintRate: 0 }, 'paused')).toBe('by_operator');
  expect(bulkIntervalMs(production)).toBeCloseTo(89.3, 1);
});

it('a check-in that has waited for three days is dropped, and operators see it', async () => {
  withLimits({ isHealthy: false });
  const user = await newUser(app, { createdAt: daysAgo(app, 7) });
  const late = order(user.id);
  app.world.clock.now += 3 * 86_400_000;
  expect((await send([late]))[0]?.error).toBeDefined();
  app.world.clock.now += 1;
  expect(await send([late])).toEqual([null]);
  expect(app.world.mails).toEqual([]);
  expect(await logOf(user.id)).toMatchObject([{ template: 'one_week_checkin', outcome: 'expired' }]);
});

it('when SES takes no more, mail to many waits, a welcome joins it, and a notice is tried again soon', async () => {
  withLimits({});
  const user = await newUser(app);
  const outbox = { ...app.workerDeps('outbox'), ...throttled };
  await deliver(order(user.id, 'welcome').effect, outbox);
  expect(waiting('bulk_mail').map(({ message }) => (message as Bulk).effect.template)).toEqual(['welcome']);
  const notice = { ...order(user.id).effect, id: 'n1', template: 'mfa_enabled' as const };
  await expect(deliver(notice, outbox)).rejects.toThrow('Too many.');
  const before = app.world.clock.now;
  await app.settle();
  expect(app.world.clock.now - before).toBeGreaterThan(4000);
  expect(mailsTo(app, user.email)).toHaveLength(1);
  const [failure] = await send([order(user.id)], throttled);
  expect(failure).toMatchObject({ error: { name: 'RetrySoon' }, atLeastSeconds: 10 });
  expect(await send([order(user.id)])).toEqual([null]);
});

describe.each([
  ['as much as it says', 20, 0],
  ['half of what it says', 10, 1],
])('a mail service that takes %s', (_, takes, leastRefused) => {
  it('gets every check-in once, beside codes that it does not refuse for long', async () => {
    withLimits({ perSecond: 20 });
    const users = await Promise.all(Array.from({ length: 150 }, () => newUser(app, { createdAt: daysAgo(app, 7) })));
    const taken: string[] = [];
    let [refused, tokens, last] = [0, takes, app.world.clock.now];
    const mailer = {
      async send({ to }: { to: string }) {
        const { now } = app.world.clock;
        tokens = Math.min(takes, tokens + ((now - last) / 1000) * takes);
        last = now;
        if (tokens < 1) {
          refused++;
          throw new MailThrottled('Maximum sending rate exceeded.');
        }
        tokens--;
        taken.push(to);
      },
    };
    const pause = async (milliseconds: number) => {
      await new Promise<void>((done) => void setTimeout(done, 5));
      app.world.clock.now += milliseconds;
    };
    let open = users.map(({ id }) => ({ order: order(id), readyAt: 0, receives: 0 }));
    while (open.length > 0) {
      const ready = open.filter(({ readyAt }) => readyAt <= app.world.clock.now).slice(0, 10);
      if (ready.length === 0) {
        app.world.clock.now = Math.min(...open.map(({ readyAt }) => readyAt));
        continue;
      }
      await mailer.send({ to: 'code' }).catch(() => {});
      const outcomes = await send(
        ready.map((one) => one.order),
        { mailer, pause },
      );
      for (const [at, one] of ready.entries()) {
        const failure = outcomes[at];
        if (!failure) open = open.filter((other) => other !== one);
        else expect(failure.error.name).toBe('RetrySoon');
        one.receives++;
        one.readyAt = app.world.clock.now + 1000 * (failure?.atLeastSeconds ?? 0);
        expect(one.receives).toBeLessThan(queues.bulk_mail.maxReceives / 10);
      }
    }
    const checkIns = taken.filter((to) => to !== 'code').sort();
    expect(checkIns).toEqual(users.map(({ email }) => email).sort());
    if (leastRefused === 0) expect(refused).toBe(0);
    else expect(refused).toBeGreaterThanOrEqual(leastRefused);
  });
});

it('ten at once do not exceed the rate of a small account: none is throttled', async () => {
  withLimits({ perSecond: 1 });
  const users = await Promise.all(Array.from({ length: 10 }, () => newUser(app, { createdAt: daysAgo(app, 7) })));
  const sentAt: number[] = [];
  const mailer = { send: async () => void sentAt.push(app.world.clock.now) };
  const pause = async (milliseconds: number) => {
    await new Promise<void>((done) => void setTimeout(done, 50));
    app.world.clock.now += milliseconds;
  };
  const outcomes = await send(
    users.map(({ id }) => order(id)),
    { mailer, pause },
  );
  expect(outcomes).toEqual(Array(10).fill(null));
  const apart = sentAt.slice(1).map((at, i) => at - (sentAt[i] as number));
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(1000);
});

it('once SES takes no more, the rest of ten is not tried, and none is noted as failed', async () => {
  withLimits({ perSecond: 10 });
  const users = await Promise.all(Array.from({ length: 10 }, () => newUser(app, { createdAt: daysAgo(app, 7) })));
  let asked = 0;
  const mailer = { send: () => Promise.reject(new MailThrottled(`No ${++asked}.`)) };
  const pause = () => new Promise<void>((done) => void setTimeout(done, 50));
  const outcomes = await send(
    users.map(({ id }) => order(id)),
    { mailer, pause },
  );
  expect(asked).toBe(1);
  expect(outcomes.map((failure) => failure?.error.name)).toEqual(Array(10).fill('RetrySoon'));
  expect(await logOf(users[0]?.id as number)).toEqual([]);
});

it('a mail that has no turn for three days comes back fewer times than its queue allows', () => {
  let seconds = 0;
  let receives = 0;
  // The shortest delays come from throttling and the smallest random addition.
  for (; seconds <= 3 * 86_400; receives++) seconds += againSeconds(10, seconds) + 5;
  expect(receives).toBeLessThan(queues.bulk_mail.maxReceives);
  expect(receives).toBeGreaterThan(300);
  expect([againSeconds(125, 60), againSeconds(10, 5000), againSeconds(10, 86_400)]).toEqual([125, 100, 900]);
});

it('a code that SES throttles has mail to many stand back, and is withdrawn and tried again', async () => {
  withLimits({});
  const { email, id } = await newUser(app);
  const withdrawn: string[] = [];
  const codes = {
    issue: async () => ({ code: '123456', generation: 'g' }),
    withdraw: async (_: string, address: string) => void withdrawn.push(address),
  };
  const deps = { ...app.workerDeps('outbox'), ...throttled, codes, operatorDomain: 'operator.example' };
  const message = { email, request_id: 'r1' };
  await expect(sendResetCode(message, deps as unknown as ResetCodeDeps)).rejects.toThrow('MailThrottled');
  expect(withdrawn).toEqual([email]);
  const before = app.world.clock.now;
  expect(await send([order(id)])).toEqual([null]);
  expect(app.world.clock.now - before).toBeGreaterThan(4000);
});

it('nobody knows the limits: nothing is sent, and it is tried again', async () => {
  const user = await newUser(app, { createdAt: daysAgo(app, 7) });
  const { bulkPace, ...deps } = app.nudgeDeps();
  const take = () => Promise.reject(new Error('SES does not answer.'));
  await expect(sendBulkMail([order(user.id)], { ...deps, bulkPace: { ...bulkPace, take } })).rejects.toThrow('does not answer');
  expect(await app.attempt('bulk_mail', order(user.id))).toBe(true);
});

describe('the mail service', () => {
  const client = (answer: object) => ({ send: async () => answer }) as unknown as SESv2Client;
  const failing = (error: object) => ({ send: () => Promise.reject(Object.assign(new Error('no'), error)) }) as unknown as SESv2Client;

  it('the mail service tells what it allows; -1 is no limit', async () => {
    const SendQuota = { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 7 };
    const healthy = { SendingEnabled: true, EnforcementStatus: 'HEALTHY', SendQuota };
    expect(await sesLimits(client(healthy))()).toEqual({ ...production, sentInDay: 7 });
    const endless = { ...healthy, SendQuota: { Max24HourSend: -1, MaxSendRate: -1, SentLast24Hours: 0 } };
    expect(await sesLimits(client(endless))()).toMatchObject({ perSecond: Number.POSITIVE_INFINITY });
    const probation = { ...healthy, EnforcementStatus: 'PROBATION', SendingEnabled: false };
    expect(await sesLimits(client(probation))()).toMatchObject({ isHealthy: false, isEnabled: false });
    await expect(sesLimits(failing({}))()).rejects.toMatchObject({ name: 'Unavailable' });
  });

  it.each([
    [{ name: 'TooManyRequestsException', $metadata: { httpStatusCode: 400 } }, 'MailThrottled'],
    [{ name: 'AnotherException', $metadata: { httpStatusCode: 429 } }, 'MailThrottled'],
    [{ name: 'LimitExceededException', $metadata: { httpStatusCode: 400 } }, 'MailThrottled'],
    [{ name: 'SendingPausedException', $metadata: { httpStatusCode: 400 } }, 'MailThrottled'],
    [{ name: 'MessageRejected', $metadata: { httpStatusCode: 400 } }, 'MailRejected'],
  ])('%o is %s', async (error, name) => {
    const mailer = sesMailer(failing(error), {
      from: 'a@b.example',
      configurationSets: { transactional: '', lifecycle: '' },
    });
    const mail = { to: 'c@d.example', subject: 's', text: 't', html: 'h', kind: 'lifecycle' as const };
    await expect(mailer.send(mail)).rejects.toMatchObject({ name });
  });
});
