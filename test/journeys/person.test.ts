import { codeOf, wrongCodeOf } from '#test/api/accounts/second-factor/authenticator.ts';
import { deliverAll, recoveries } from '#test/api/accounts/stranger.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { bearer, joins, opensShop, password } from './people.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const passes = (seconds: number) => {
  app.world.clock.now += seconds * 1000;
};

it('a person with a second factor keeps it through a reset, uses a recovery code once and a double click twice, and ends a session, whose logout had ended nothing', async () => {
  const person = await joins(app);
  const { email } = person;
  const shop = await opensShop(app, person);
  const { secret, recovery_codes } = bodyOf(await app.accounts.enrollMfa({ body: { password }, headers: person.headers }));
  bodyOf(await app.accounts.confirmMfa({ body: { code: codeOf(app, secret) }, headers: person.headers }));
  const firstStep = async (given = password) => {
    const answer = await app.accounts.login({ body: { email, password: given } });
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'mfa_required', next: { operation: 'loginMfa' } },
    });
    return (answer.body as unknown as { mfa_token: string }).mfa_token;
  };
  const second = (mfa_token: string, code: string) => app.accounts.loginMfa({ body: { mfa_token, code } });
  passes(30);

  const token = await firstStep();
  const code = codeOf(app, secret);
  const clicks = await Promise.all([second(token, code), second(token, code)]);
  expect(clicks.map(({ status }) => status).sort()).toEqual([200, 400]);
  const phone = bearer(clicks.flatMap(({ body }) => ('access_token' in body ? [body.access_token] : []))[0] ?? '');
  const [recoveryCode = ''] = recovery_codes;
  const laptop = bearer(bodyOf(await second(await firstStep(), recoveryCode)).access_token);
  expect((await second(await firstStep(), recoveryCode)).status).toBe(400);
  expect((await second(await firstStep(), wrongCodeOf(app, secret))).headers.get('ratelimit')).toContain('"mfa";r=9;');
  const sessions = async (headers = laptop) => bodyOf(await app.accounts.listSessions({ headers })).sessions;
  expect(await sessions()).toHaveLength(3);

  expect((await app.accounts.logout({ headers: phone })).status).toBe(200);
  expect((await app.accounts.readMe({ headers: phone })).status).toBe(200);
  const current = (await sessions(phone)).find(({ is_current }) => is_current)?.id ?? '';
  bodyOf(await app.accounts.endSession({ params: { id: current }, headers: phone }));
  expect((await app.accounts.readMe({ headers: phone })).status).toBe(401);
  expect((await app.accounts.readMe({ headers: laptop })).status).toBe(200);
  expect(await sessions()).toHaveLength(2);

  bodyOf(await recoveries.reset(app, person));
  await deliverAll(app);
  expect((await app.accounts.readMe({ headers: laptop })).status).toBe(401);
  passes(61);
  expect((await app.accounts.login({ body: { email, password } })).status).toBe(401);
  const again = await firstStep('some other words');
  const home = bearer(bodyOf(await second(again, codeOf(app, secret))).access_token);
  expect(bodyOf(await app.accounts.readMe({ headers: home }))).toMatchObject({ mfa_enabled: true });
  const sale = { event_type: 'order_created', event_id: 'order:1', value: 12, currency: 'CHF' };
  expect(await shop.send({ ...sale, svc_click_id: await shop.land() })).toMatchObject({ status: 200 });

  expect(await app.accounts.deleteAccount({ body: { password: 'some other words' }, headers: home })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'mfa_code'] }] },
  });
  passes(30);
  bodyOf(
    await app.accounts.disableMfa({
      body: { password: 'some other words', code: codeOf(app, secret) },
      headers: home,
    }),
  );
  bodyOf(await app.accounts.login({ body: { email, password: 'some other words' } }));
  await deliverAll(app);
  const books = await expectBooksToAgree(app, person, home);
  expect(books.live).toEqual([{ currency: 'CHF', value: '12.00', count: 1 }]);
  expect(books.mails.toSorted()).toEqual(
    [
      'Welcome to adtrail',
      'A new Conversion API key was created',
      'Your password was changed',
      'Two-step sign-in is enabled',
      'Two-step sign-in is disabled',
    ].toSorted(),
  );
});
