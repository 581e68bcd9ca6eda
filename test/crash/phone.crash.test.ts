// Slow: it fails every call in turn.
import { crashTest } from './crash-test.ts';

it('a crash at any call of sending a code to a phone, and a retry: the newest message holds the code that is good', async () => {
  const phone = '+351912345678';
  const calls = await crashTest({
    prepare: async () => ({}),
    operation: (app) => app.accounts.sendPhoneVerification({ body: { phone } }),
    async check(app, _context, answer) {
      expect(answer.status).toBe(200);
      const { code = '' } = app.world.texts.at(-1) ?? {};
      const verified = await app.accounts.verifyPhoneCode({ body: { phone, code } });
      expect(verified).toMatchObject({ status: 200, body: { email: 'user+351912345678@operator.example' } });
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual([
    'GetItem',
    'GetItem',
    // The caps are of the hour, the day, the prefix and all phones.
    ...Array(5).fill('UpdateItem'),
    'SendText',
  ]);
});

it('a crash at any call of checking a code of a phone, and a retry: it is verified, and stays good', async () => {
  const phone = '+351912345678';
  const codeOf = (texts: { code: string }[]) => texts.at(-1)?.code ?? '';
  const calls = await crashTest({
    prepare: async (app) => {
      await app.accounts.sendPhoneVerification({ body: { phone } });
      return codeOf(app.world.texts);
    },
    operation: (app, code) => app.accounts.verifyPhoneCode({ body: { phone, code } }),
    async check(app, code, answer) {
      expect(answer.status).toBe(200);
      expect((await app.accounts.verifyPhoneCode({ body: { phone, code } })).status).toBe(200);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['UpdateItem', 'UpdateItem']);
});
