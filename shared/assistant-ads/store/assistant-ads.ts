import { keyOf } from '#shared/assistant-ads/items.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type AssistantAds = ReturnType<typeof assistantAdsIn>;

export type AssistantAdAccount = {
  userId: AccountId;
  isEnabled: boolean;
  accountId: string | null;
  /** The stage's secret has the account's key under this name. */
  credentialRef: string | null;
  /** The time is ISO 8601 UTC. */
  changedAt: string;
};

type Setting = Pick<AssistantAdAccount, 'isEnabled' | 'accountId' | 'credentialRef'>;

export const assistantAdsIn = (table: Table, { now }: { now: () => number }) => ({
  byUser: (userId: AccountId): Promise<AssistantAdAccount | null> =>
    table.get<Item & AssistantAdAccount>(keyOf.assistantAds(userId), { consistent: true }),

  setPart(userId: AccountId, { isEnabled, accountId, credentialRef }: Setting): Part {
    const setting = { accountId, credentialRef };
    const set = Object.entries(setting).map(([name, value]) =>
      value === null ? `${name} = if_not_exists(${name}, :none)` : `${name} = :${name}`,
    );
    const used = Object.entries(setting).filter(([, value]) => value !== null);
    return {
      key: keyOf.assistantAds(userId),
      update: `SET #kind = :kind, userId = :userId, isEnabled = :isEnabled, changedAt = :now, ${set.join(', ')}`,
      names: { '#kind': 'kind' },
      values: {
        ':kind': 'assistant_ad_account',
        ':userId': userId,
        ':isEnabled': isEnabled,
        ':now': new Date(now()).toISOString(),
        ...Object.fromEntries(used.map(([name, value]) => [`:${name}`, value])),
        ...(used.length < 2 && { ':none': null }),
      },
    };
  },

  async page({ after, limit }: { after: number; limit: number }): Promise<AssistantAdAccount[]> {
    const { pk, sk } = keyOf.assistantAds(after);
    const accounts: AssistantAdAccount[] = [];
    for await (const account of table.query<Item & AssistantAdAccount>(pk, [`${sk}#`, afterPrefix('USER#')])) {
      accounts.push(account);
      if (accounts.length === limit) break;
    }
    return accounts;
  },

  async *enabled({ after }: { after?: number } = {}): AsyncGenerator<AssistantAdAccount> {
    const { pk, sk } = keyOf.assistantAds(after ?? 0);
    const from = after === undefined ? 'USER#' : `${sk}#`;
    for await (const account of table.query<Item & AssistantAdAccount>(pk, [from, afterPrefix('USER#')]))
      if (account.isEnabled) yield account;
  },
});
