import { keyOf } from '#shared/api-keys/items.ts';
import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import type { Collecting } from '#shared/destinations/rules/destination.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { stillWorking } from './key-changes.ts';

type Context = { now: () => number; forget(sha256: string): void; list(accountId: AccountId): Promise<ApiKey[]> };

const copiesAtOnce = 8;

export const collectingCopiesIn = (table: Table, { now, forget, list }: Context) => ({
  /** Keys that send events or clicks get the copy. An older revision never replaces a newer revision. */
  async copyCollecting(accountId: AccountId, collecting: Collecting): Promise<void> {
    if (collecting.revision === 0) return;
    const sending = (await list(accountId)).filter((key) => key.kind !== 'read' && !key.revokedAt);
    const secrets = sending.flatMap((key) => [key.sha256, ...stillWorking(key, now()).map(({ sha256 }) => sha256)]);
    await forEachConcurrent(secrets, copiesAtOnce, async (sha256) => {
      const copying = table.update({
        key: keyOf.apiKeySecret(sha256),
        update: 'SET collecting = :collecting',
        condition: 'attribute_exists(pk) AND (attribute_not_exists(collecting) OR collecting.revision < :revision)',
        values: { ':collecting': collecting, ':revision': collecting.revision },
      });
      await tookEffect(copying).finally(() => forget(sha256));
    });
  },
});
