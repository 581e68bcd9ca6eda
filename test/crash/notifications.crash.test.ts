// Slow: it fails every call in turn.
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

type Caller = Awaited<ReturnType<typeof newUser>>;
type Told = { name: string; call(app: TestApp, user: Caller): Promise<Answer>; steps: string[] };
type Answer = { status: number; body: unknown };

async function notices(app: TestApp): Promise<string[]> {
  await app.settle();
  await app.work('notices');
  return app.world.notices.flatMap((post) => post.split('\n'));
}

const told: Told[] = [
  {
    name: 'early-access',
    call: (app, { headers }) => app.notifications.signUpForEarlyAccess({ body: { feature: 'social_ads' }, headers }),
    steps: ['GetItem', 'PutItem'],
  },
  {
    name: 'image-download',
    call: (app, { headers }) =>
      app.notifications.reportImageDownload({
        body: { ad_id: 'ad_1', image_url: 'https://images.example/a.png' },
        headers,
      }),
    steps: ['GetItem', 'GetItem', 'UpdateItem', 'PutItem'],
  },
  {
    name: 'email-cta-click under an Idempotency-Key',
    call: (app, { headers }) =>
      app.notifications.reportButtonPress({
        body: { email_type: 'welcome', cta_type: 'login' },
        headers: { ...headers, 'idempotency-key': 'k1' },
      }),
    steps: ['GetItem', 'UpdateItem', 'PutItem'],
  },
];

it.each(told)('a crash at any call of $name, and a retry: the team is told once', async ({ call, steps }) => {
  const calls = await crashTest({
    prepare: (app) => newUser(app),
    operation: call,
    async check(app, user, answer) {
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      expect(await notices(app)).toHaveLength(1);
      expect(await call(app, user)).toMatchObject({ status: 200, body: { duplicate: true } });
      expect(await notices(app)).toHaveLength(1);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(steps);
});

it('a crash at any call of email-cta-click, and a retry without a key: the team is told, at most once a try', async () => {
  await crashTest({
    prepare: (app) => newUser(app),
    operation: (app, { headers }) => app.notifications.reportButtonPress({ body: { email_type: 'welcome', cta_type: 'login' }, headers }),
    async check(app, _, answer) {
      expect(answer.status).toBe(200);
      expect([1, 2]).toContain((await notices(app)).length);
    },
  });
});

it('a crash at any call of walkthrough-complete and ads-studio-dismiss, and a retry: the first time stays', async () => {
  for (const call of [
    (app: TestApp, { headers }: Caller) => app.notifications.completeWalkthrough({ headers }),
    (app: TestApp, { headers }: Caller) => app.notifications.dismissNotification({ body: { notification: 'studio_intro' }, headers }),
  ]) {
    const calls = await crashTest({
      prepare: (app) => newUser(app),
      operation: call,
      async check(app, user, answer) {
        expect(answer.status).toBe(200);
        const states = async () => {
          const { headers } = user;
          return [(await app.notifications.readWalkthrough({ headers })).body, (await app.notifications.listDismissals({ headers })).body];
        };
        const before = await states();
        expect(JSON.stringify(before)).toContain('true');
        app.world.clock.now += 60_000;
        expect(await call(app, user)).toMatchObject({ status: 200, body: { duplicate: true } });
        expect(await states()).toEqual(before);
      },
    });
    expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'PutItem']);
  }
});

it('a crash at any call of schedule-nudge-email, and a retry: one e-mail is ordered and sent', async () => {
  const calls = await crashTest({
    prepare: (app) => newUser(app),
    operation: (app, { headers }) => app.notifications.scheduleNudge({ body: { type: 'download_gate' }, headers }),
    async check(app, { email }, answer) {
      expect(answer.status).toBe(200);
      await app.settle();
      await app.work('nudge_email');
      expect(app.world.mails.map(({ to }) => to)).toEqual([email]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'GetItem', 'PutItem']);
});
