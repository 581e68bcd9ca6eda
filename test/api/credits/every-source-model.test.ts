import fc from 'fast-check';
import { customer, eventOf, operator, pause, prices, send } from '#test/api/billing/billing-scene.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

type Customer = Awaited<ReturnType<typeof customer>>;
type Act = {
  kind: 'adjust' | 'daily' | 'top_up' | 'renew' | 'activate' | 'upgrade' | 'invoice' | 'updated';
  who: number;
  number: number;
};

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom<Act['kind']>(
    'adjust',
    'adjust',
    'daily',
    'top_up',
    'renew',
    'activate',
    'upgrade',
    'invoice',
    'updated',
    'updated',
  ),
  who: fc.nat(1),
  number: fc.nat(4),
});
const licenceKey = 'model';
const batches = fc.array(fc.array(act, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 4 });

const [silver, gold] = [100, 300];
const isPausedAt = (number: number) => number % 2 === 1;

async function perform(app: TestApp, users: readonly Customer[], { kind, who, number }: Act) {
  const user = users[who] as Customer;
  const { operators } = app;
  switch (kind) {
    case 'adjust':
      return await operators.grantCredits({
        body: { user_id: user.id, amount: number + 1, reason: 'Model' },
        headers: { ...operator, 'idempotency-key': `${who}-${number}` },
      });
    case 'daily':
      return await operators.grantDailyCredits({ body: {}, headers: operator });
    case 'top_up':
      return await operators.topUpPartners({ body: {}, headers: operator });
    case 'renew':
      return await operators.runSubscriptionRenewals({ body: {}, headers: operator });
    case 'activate':
    case 'upgrade':
      return await operators.setLicence({
        body: { license_key: licenceKey, status: 'active', ...(kind === 'upgrade' && { tier: 2 }) },
        headers: operator,
      });
    case 'invoice':
      return await send(app, eventOf('invoice.payment_succeeded', user.invoice({ id: `in_${who}_${number}` }), user.at));
    case 'updated':
      return await user.updated({ pause_collection: isPausedAt(number) ? pause : null }, user.at - 10_000 + number * 1000);
  }
}

function expected(acts: readonly Act[], who: number, hasLicence: boolean) {
  const did = (kind: Act['kind']) => acts.some((one) => one.kind === kind);
  const numbers = (kind: Act['kind']) => [
    ...new Set(acts.filter((one) => one.kind === kind && one.who === who).map(({ number }) => number)),
  ];
  const newest = numbers('updated').sort().at(-1);
  return {
    balance:
      numbers('adjust').reduce((sum, number) => sum + number + 1, 0) +
      numbers('invoice').length * 100 +
      (did('daily') ? 5 : 0) +
      (hasLicence ? (did('upgrade') ? gold : did('activate') ? silver : 0) : 0),
    paidStatus: newest === undefined ? 'none' : isPausedAt(newest) ? 'paused' : 'active',
  };
}

it('balances, ledgers and paid statuses of parallel, repeated and unordered payments are those of a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (asked) => {
      const app = await startApp(await newWorld(), { env: prices });
      const users = [
        await customer(app, { createdAt: '2026-10-21T09:00:00.000Z' }),
        await customer(app, { createdAt: '2026-10-21T09:00:00.000Z' }),
      ];
      const body = { license_key: licenceKey, tier: 1, status: 'inactive', user_id: users[0]?.id };
      expect((await app.operators.setLicence({ body: body as never, headers: operator })).status).toBe(200);

      for (const batch of asked) {
        const answers = await Promise.all(batch.map((one) => perform(app, users, one)));
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      }
      for (const [who, user] of users.entries()) {
        const { balance, paidStatus } = expected(asked.flat(), who, who === 0);
        expect(await app.ledger.audit(user.id)).toMatchObject({ balance, sum: balance, isEqual: true });
        expect(await user.status()).toBe(paidStatus);
      }
    }),
    { numRuns: 12 },
  );
});
