import { consumeAdjustments } from '#functions/api/adjustments/adjustment-limit.ts';

it.each([
  ['of a key take from its own share', { secretKey: { keyId: 'k1', accountId: 7 } }, ['k1', 3, 7]],
  ['of a user take from the share of the account', { accountId: 7 }, ['account_7', 3, 7]],
  ['of another user take from another share', { accountId: 8 }, ['account_8', 3, 8]],
])('adjustments %s', async (_, actor, expected) => {
  const calls: unknown[] = [];
  const ingestLimiter = {
    consume: async (...args: unknown[]) => {
      calls.push(args);
      return { limit: { perSecond: 200, burst: 2000 }, isAllowed: true, remaining: 1, resetSeconds: 1 };
    },
  };
  await consumeAdjustments(actor as never, 3, { ingestLimiter } as never);
  expect(calls).toEqual([expected]);
});
