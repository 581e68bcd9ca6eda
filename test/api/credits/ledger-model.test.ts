import fc from 'fast-check';
import { type CreditTransaction, claims, dailyGrant } from '#shared/credits/rules/credits.ts';
import { newWorld } from '#test/kit/harness.ts';
import { ledgerOf, newUserId } from './scene.ts';

const world = await newWorld();
const { credits } = ledgerOf(world);

type Act = {
  kind: 'daily' | 'grant' | 'adjust' | 'spend' | 'reverse';
  who: number;
  amount: number;
  claim: number;
};
type Told = {
  act: Act;
  userId: number;
  claim: string;
  amount: number;
  outcome: string;
  transaction?: CreditTransaction;
};

const acts = fc.record({
  kind: fc.constantFrom<Act['kind']>('daily', 'daily', 'daily', 'grant', 'adjust', 'spend', 'spend', 'reverse'),
  who: fc.nat(1),
  amount: fc.integer({ min: 1, max: 12 }),
  claim: fc.nat(19),
});
const batches = fc.array(fc.array(acts, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });

const ledgersOf = async (users: readonly number[]) =>
  new Map(
    await Promise.all(
      users.map(async (userId) => {
        const { transactions } = await credits.page(userId, { limit: 100 });
        return [userId, transactions.reverse()] as const;
      }),
    ),
  );

/** A reversal takes back the row of its claim at the start of the batch. */
async function perform(act: Act, users: readonly number[], before: Map<number, CreditTransaction[]>, run: string): Promise<Told> {
  const userId = users[act.who] as number;
  const shared = { reason: 'Model', actor: 'test' };
  const told = (claim: string, amount: number, answer: { outcome: string; transaction?: CreditTransaction }) => ({
    act,
    userId,
    claim,
    amount,
    ...answer,
  });
  const claim = `${run}#${act.claim}`;
  if (act.kind === 'reverse') {
    const rows = before.get(userId) ?? [];
    const row = rows[act.claim % Math.max(1, rows.length)];
    if (!row) return told('none', 0, { outcome: 'not_found' });
    return told(`reverse#${row.id}`, -row.amount, await credits.reverse(userId, row.id, shared));
  }
  const entry = { ...shared, claim, amount: act.amount };
  if (act.kind === 'daily') {
    const day = claims.daily(`2026-11-${10 + act.claim}`, userId);
    const grant = { ...dailyGrant, type: 'daily_grant', amount: act.amount, claim: day } as const;
    return told(day, act.amount, await credits.grant(userId, grant));
  }
  if (act.kind === 'spend') return told(claim, -act.amount, await credits.spend(userId, entry));
  const type = act.kind === 'adjust' ? 'ADJUSTMENT' : 'signup_grant';
  return told(claim, act.amount, await credits.grant(userId, { ...entry, type }));
}

it('ledgers and balances after parallel grants, charges and reversals are those of some sequence', async () => {
  let runs = 0;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(batches, async (asked) => {
      const users = [newUserId(), newUserId()];
      const run = `model${++runs}#${users[0]}`;
      let before = await ledgersOf(users);
      for (const batch of asked) {
        const told = await Promise.all(batch.map((act) => perform(act, users, before, run)));
        const after = await ledgersOf(users);
        const heldBefore = new Set([...before.values()].flat().map(({ key }) => key));
        const rows = new Map([...after.values()].flat().map((row) => [row.key, row]));
        expect(rows.size).toBe([...after.values()].flat().length);

        for (const userId of users) {
          const [old = [], now = []] = [before.get(userId), after.get(userId)];
          expect(now.slice(0, old.length)).toEqual(old);
          let balance = old.at(-1)?.balanceAfter ?? 0;
          const balances = [balance];
          for (const row of now.slice(old.length)) {
            const by = told.filter(({ outcome, claim }) => outcome === 'granted' && claim === row.key);
            expect(by).toMatchObject([{ userId, amount: row.amount, transaction: row }]);
            balance += row.amount;
            balances.push(balance);
            expect(row.balanceAfter).toBe(balance);
            expect(balance).toBeGreaterThanOrEqual(0);
          }
          expect(await credits.audit(userId)).toMatchObject({ balance, sum: balance, isEqual: true });
          for (const { outcome, claim, amount } of told.filter((one) => one.userId === userId)) {
            if (outcome !== 'insufficient') continue;
            expect(Math.min(...balances) + amount).toBeLessThan(0);
            expect(heldBefore.has(claim)).toBe(false);
          }
        }
        for (const { outcome, claim, transaction } of told) {
          seen.add(outcome);
          if (outcome === 'already') expect(transaction).toEqual(rows.get(claim));
          if (outcome === 'granted') expect(heldBefore.has(claim)).toBe(false);
        }
        before = after;
      }
    }),
    { numRuns: 40 },
  );
  expect([...seen].sort()).toEqual(expect.arrayContaining(['already', 'granted', 'insufficient']));
});
