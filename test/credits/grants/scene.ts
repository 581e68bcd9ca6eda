import { randomInt } from 'node:crypto';
import { newAccount } from '#shared/accounts/rules/users.ts';
import type { LicenceStatus, Tier } from '#shared/licences/rules/licences.ts';
import { licencesIn } from '#shared/licences/store/licences.ts';
import { tableAt } from '#shared/store/table.ts';
import { newNumericId } from '#shared/values/ids.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { operatorToken, type TestApp, type World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

export const operator = { 'x-svc-dev-token': operatorToken };
export const tableOf = (world: World) => tableAt(`${world.prefix}accounts`, testDynamo());
export const todayOf = ({ clock }: World) => dayIn('Asia/Kolkata', clock.now);

export async function makeUsers(app: TestApp, count: number, given: { isActive?: boolean; createdAt?: string } = {}): Promise<number[]> {
  const createdAt = given.createdAt ?? new Date(app.world.clock.now).toISOString();
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const id = newNumericId(Date.parse(createdAt)) + randomInt(2 ** 40);
      await app.users.create(newAccount({ id, email: `u${id}@company.example`, ...given, createdAt }));
      return id;
    }),
  );
}

export type Licences = ReturnType<typeof licencesOf>;
export const licencesOf = (world: World) => {
  const licences = licencesIn(tableOf(world), { now: () => world.clock.now });
  let made = 0;
  return {
    ...licences,
    give: async (
      userId: number | null,
      tier: Tier | null,
      { key = `key-${++made}`, status = 'active' }: { key?: string; status?: LicenceStatus } = {},
    ) => {
      await licences.set(key, { status, tier, userId }, () => []);
      return key;
    },
  };
};

export async function ledgerOf(app: TestApp, userId: number): Promise<[string, number][]> {
  expect((await app.ledger.audit(userId)).isEqual).toBe(true);
  const { transactions } = await app.ledger.page(userId, { limit: 100 });
  return transactions.reverse().map(({ type, amount }) => [type, amount]);
}

export async function expectLedgers(app: TestApp, users: readonly number[], rows: [string, number][]) {
  for (const userId of users) expect([userId, await ledgerOf(app, userId)]).toEqual([userId, rows]);
}

const routes = {
  grant_daily_credits: 'grantDailyCredits',
  grant_new_signup_credits: 'grantNewSignupCredits',
  partner_monthly_topup: 'topUpPartners',
  subscription_renewals: 'runSubscriptionRenewals',
} as const;
type Job = keyof typeof routes;

export async function run(
  app: TestApp,
  job: Job,
  body?: { credits_amount?: number; dry_run?: boolean },
  headers: Record<string, string> = {},
) {
  const answer = await app.operators[routes[job]]({
    ...(body && { body }),
    headers: { ...operator, ...headers },
  });
  if (answer.status !== 200 && answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

export async function taskOf(app: TestApp, task_id: string) {
  const answer = await app.operators.readTask({ params: { task_id }, headers: operator });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
