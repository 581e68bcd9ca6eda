import { keyOf as keyOfAccounts } from '#shared/accounts/items.ts';
import { newAccount } from '#shared/accounts/rules/users.ts';
import { keyOf as keyOfActivity } from '#shared/activity/items.ts';
import { keyOf } from '#shared/canary/items.ts';
import { keyOf as keyOfMail } from '#shared/mail/items.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { newNumericId, randomText, sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type CanaryStep = { name: string; ms: number };
export type CanaryOutcome = 'running' | 'passed' | 'failed';
export type CanaryWalk = {
  id: string;
  accountId: AccountId;
  email: string;
  startedAt: string;
  outcome: CanaryOutcome;
  ms: number;
  steps: readonly CanaryStep[];
  error: string | null;
};
type WalkItem = Item & CanaryWalk;

const longestMs = 180_000;
const notEnded = 'The walk did not end: its function ran out of time or was killed.';
const isOverdue = ({ outcome, startedAt }: Pick<CanaryWalk, 'outcome' | 'startedAt'>, now: number) =>
  outcome === 'running' && now - Date.parse(startedAt) > longestMs;

const accountKeptMs = days(3);
const logKeptMs = days(2);
const inSeconds = (ms: number) => Math.ceil(ms / 1000);
const allOf = (pk: string) => [pk, { before: undefined, limit: 300 }] as const;

/** No job, search or mail includes the account of a canary run. */
export const canaryWalksIn = (table: Table, { now }: { now: () => number }) => ({
  async start(passwordHash: string): Promise<CanaryWalk> {
    const at = now();
    const id = randomText(22);
    const startedAt = new Date(at).toISOString();
    const accountId = newNumericId(at);
    const email = `canary-${id.toLowerCase()}@canary.invalid`;
    const walk: CanaryWalk = {
      id,
      accountId,
      email,
      startedAt,
      outcome: 'running',
      ms: 0,
      steps: [],
      error: null,
    };
    const account = newAccount({
      id: accountId,
      email,
      createdAt: startedAt,
      emailVerified: true,
      fullName: 'Canary',
      passwordHash,
    });
    const ttl = inSeconds(at + accountKeptMs);
    await table.transact([
      { put: { ...keyOf.canaryWalk(startedAt, id), kind: 'canary_walk', ...walk } },
      {
        put: { ...keyOfAccounts.user(accountId), kind: 'canary', ttl, ...account },
        condition: 'attribute_not_exists(pk)',
      },
      { put: { ...keyOfAccounts.emailClaim(email), kind: 'claim', ttl, userId: accountId } },
      { put: { ...keyOfMail.suppressed(sha256(email)), kind: 'suppression', ttl, reason: 'canary' } },
    ]);
    return walk;
  },

  async finish(
    { startedAt, id }: CanaryWalk,
    { outcome, ms, steps, error }: Pick<CanaryWalk, 'outcome' | 'ms' | 'steps' | 'error'>,
  ): Promise<void> {
    await table.update({
      key: keyOf.canaryWalk(startedAt, id),
      update: 'SET outcome = :outcome, ms = :ms, steps = :steps, #error = :error',
      condition: 'attribute_exists(pk)',
      names: { '#error': 'error' },
      values: { ':outcome': outcome, ':ms': ms, ':steps': steps, ':error': error },
    });
  },

  async open(): Promise<CanaryWalk[]> {
    const { items } = await table.last<WalkItem>(...allOf(keyOf.canaryWalk('', '').pk));
    return items;
  },

  async close({ id, accountId, email, startedAt, ...walk }: CanaryWalk): Promise<void> {
    const { outcome, ms, steps, error } = walk;
    const ttl = inSeconds(Date.parse(startedAt) + logKeptMs);
    const itemsIn = (pk: string): Promise<Item[]> => Array.fromAsync(table.query(pk, [' ', afterPrefix('')]));
    const [mails, activities] = await Promise.all([
      itemsIn(keyOfMail.loggedMail(accountId, '').pk),
      itemsIn(keyOfActivity.accountActivity(accountId, '', '').pk),
    ]);
    const logged = { kind: 'canary_log', ttl, id, startedAt, outcome, ms, steps, error };
    await table.transact([
      { put: { ...keyOf.canaryLog(startedAt, id), ...logged } },
      { remove: keyOf.canaryWalk(startedAt, id) },
      { remove: keyOfAccounts.user(accountId) },
      { remove: keyOfAccounts.emailClaim(email) },
      { remove: keyOfMail.suppressed(sha256(email)) },
      ...[...mails, ...activities].map(({ pk, sk }) => ({ remove: { pk, sk } })),
    ]);
  },

  async ofLastDay(): Promise<Omit<CanaryWalk, 'accountId' | 'email'>[]> {
    const since = new Date(now() - days(1)).toISOString();
    const [openWalks, closedWalks] = await Promise.all([
      this.open(),
      table.last<WalkItem>(...allOf(keyOf.canaryLog('', '').pk)).then(({ items }) => items),
    ]);
    return [...openWalks, ...closedWalks]
      .filter(({ startedAt }) => startedAt >= since)
      .map((walk) => (isOverdue(walk, now()) ? { ...walk, outcome: 'failed' as const, error: notEnded } : walk))
      .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  },
});
