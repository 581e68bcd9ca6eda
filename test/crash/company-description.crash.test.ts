import { allItems } from '#test/all-items.ts';
import type { TestApp } from '#test/harness.ts';
import { crashTest } from './crash-test.ts';

const isWaitlisted = async ({ world }: TestApp, email: string) =>
  (await allItems(world, 'accounts')).some(({ pk }) => pk === `WAITLIST#${email}`);

it('a crash at any call of looking at a harmful description, and a retry: the address is on the waitlist', async () => {
  const calls = await crashTest({
    prepare: async () => ({}),
    operation: (app) =>
      app.onboarding.validateCompanyDescription({
        body: { company_description: 'We sell [[hate]] to everybody.', email: 'harm@company.example' },
      }),
    async check(app, _context, answer) {
      expect(answer).toMatchObject({ status: 200, body: { is_harmful: true, move_to_waitlist: true } });
      expect(await isWaitlisted(app, 'harm@company.example')).toBe(true);
    },
  });
  expect(calls.map(({ operation }) => operation).sort()).toEqual(
    [
      'GenerateObject',
      'GetItem',
      'GetItem',
      'Moderate',
      'PutItem',
      'PutItem',
      'UpdateItem',
      'UpdateItem',
    ].sort(),
  );
});

it('a crash at any call of looking at a good description, and a retry: nobody is on the waitlist', async () => {
  await crashTest({
    prepare: async () => ({}),
    operation: (app) =>
      app.onboarding.validateCompanyDescription({
        body: { company_description: 'We bake bread for Leeds.', email: 'good@company.example' },
      }),
    async check(app, _context, answer) {
      expect(answer).toMatchObject({ status: 200, body: { is_valid: true, move_to_waitlist: false } });
      expect(await isWaitlisted(app, 'good@company.example')).toBe(false);
      const left = await allItems(app.world, 'analysis');
      expect(left.filter(({ kind }) => kind !== 'llm_call')).toEqual([]);
    },
  });
});
