import { deliver } from '#shared/outbox/deliver.ts';
import { mailedCode } from '#test/api/auth/mailed-code.ts';
import { allItems } from '#test/kit/all-items.ts';
import { crashTest } from './crash-test.ts';

const email = 'ada@company.example';

it('a crash at any call of delivering what follows from a registration, and a retry: nothing is lost', async () => {
  const calls = await crashTest({
    async prepare(app) {
      await app.auth.sendVerification({ body: { email } });
      const body = { email, code: mailedCode(app, email), password: 'a fine long password' };
      await app.auth.completeRegistration({ body: { ...body, company_website: 'northwind.example' } });
    },
    async operation(app) {
      await app.settle();
      // What the stream put off.
      for (const sent of [...app.world.messages]) {
        if (sent.queue !== 'effects') continue;
        await deliver(sent.message.effect, app.workerDeps('effects'));
        app.world.messages.splice(app.world.messages.indexOf(sent), 1);
      }
    },
    alsoTries: ['two_faults', 'repeat_at_once'],
    async check(app, _, __, faults) {
      // A mail is repeated only by a death between its sending and its receipt.
      const welcomes = app.world.mails.filter(({ subject }) => subject === 'Welcome to adtrail');
      expect(welcomes.length).toBeGreaterThanOrEqual(1);
      expect(welcomes.length).toBeLessThanOrEqual(1 + faults.length);
      const analysis = await allItems(app.world, 'analysis');
      expect(analysis.filter(({ kind }) => kind === 'user_task')).toMatchObject([
        { parameters: { company_website: 'https://northwind.example/', source: 'lite_signup' } },
      ]);
    },
  });
  expect(calls.map(({ operation }) => operation).sort()).toEqual([
    // The user, whether mail reaches them, and whether they want it; the limit, the user and the budget, for the discovery.
    'GetItem',
    'GetItem',
    'GetItem',
    'GetItem',
    'GetItem',
    'GetItem',
    // The note for operators.
    'PutItem',
    'SendEmail',
    'SendMessage',
    'TransactWriteItems',
    'UpdateItem',
    'UpdateItem',
    'UpdateItem',
  ]);
});
