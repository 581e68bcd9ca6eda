import { keyOf } from '#shared/api-keys/items.ts';
import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import type { ClickRules } from '#shared/clicks/rules/click-rules.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Context = { forget(sha256: string): void; list(accountId: AccountId): Promise<ApiKey[]> };

const copiesAtOnce = 8;

export const clickRuleCopiesIn = (table: Table, { forget, list }: Context) => ({
  /** An older revision of the rules never replaces a newer revision. */
  async copyClickRules(accountId: AccountId, rules: ClickRules): Promise<void> {
    if (rules.revision === 0) return;
    const pixels = (await list(accountId)).filter(({ kind, revokedAt }) => kind === 'public' && !revokedAt);
    await forEachConcurrent(pixels, copiesAtOnce, async ({ sha256 }) => {
      const copying = table.update({
        key: keyOf.apiKeySecret(sha256),
        update: 'SET clickRules = :rules',
        condition: 'attribute_exists(pk) AND (attribute_not_exists(clickRules) OR clickRules.revision < :revision)',
        values: { ':rules': rules, ':revision': rules.revision },
      });
      await tookEffect(copying).finally(() => forget(sha256));
    });
  },
});
