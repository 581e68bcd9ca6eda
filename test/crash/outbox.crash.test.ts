// Slow: it fails every call in turn.

import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { allItems } from '#test/kit/all-items.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { crashTest } from './crash-test.ts';
import { operationCounts } from './operations-of.ts';

const email = 'ada@company.example';
const password = 'a fine long password';

it('a crash at any call of delivering the code of a registration, and a retry: the newest mail verifies the address', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const { body } = await app.accounts.register({ body: { email, password } });
      if (!('access_token' in body)) throw new Error(JSON.stringify(body));
      return { authorization: `Bearer ${body.access_token}` };
    },
    operation: deliverEffects,
    alsoTries: ['two_faults', 'repeat_at_once'],
    async check(app, headers, _, faults) {
      const codes = app.world.mails.filter(({ subject }) => subject === 'Confirm your e-mail address');
      expect(codes.length).toBeGreaterThanOrEqual(1);
      // Only a death or a lost response before its receipt repeats the code.
      expect(codes.length).toBeLessThanOrEqual(1 + faults.length);
      const code = mailedCode(app, email);
      expect(await app.accounts.verifyCode({ body: { email, code }, headers })).toMatchObject({
        status: 200,
      });
      expect((await app.users.byEmail(email))?.emailVerified).toBe(true);
    },
  });
  expect(operationCounts(calls)).toEqual({ GetItem: 3, PutItem: 2, SendEmail: 1, UpdateItem: 4 });
});

it('a crash at any call of delivering what follows from a registration, and a retry: nothing is lost', async () => {
  const calls = await crashTest({
    async prepare(app) {
      await app.accounts.sendVerification({ body: { email } });
      const body = { email, code: mailedCode(app, email), password };
      await app.accounts.completeRegistration({ body: { ...body, company_website: 'northwind.example' } });
    },
    operation: deliverEffects,
    alsoTries: ['two_faults', 'repeat_at_once'],
    async check(app, _, __, faults) {
      const welcomes = app.world.mails.filter(({ subject }) => subject === 'Welcome to adtrail');
      expect(welcomes.length).toBeGreaterThanOrEqual(1);
      expect(welcomes.length).toBeLessThanOrEqual(1 + faults.length);
      const analysis = await allItems(app.world, 'analysis');
      expect(analysis.filter(({ kind }) => kind === 'user_task')).toMatchObject([
        { parameters: { company_website: 'https://northwind.example/', source: 'lite_signup' } },
      ]);
    },
  });
  expect(operationCounts(calls)).toEqual({
    GetItem: 7,
    PutItem: 2,
    SendEmail: 1,
    SendMessage: 1,
    TransactWriteItems: 1,
    UpdateItem: 3,
  });
});
