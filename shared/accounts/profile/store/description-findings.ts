import { keyOf } from '#shared/accounts/profile/items.ts';
import type { Finding } from '#shared/accounts/profile/rules/description-verdict.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';

type FindingItem = Item & Finding & { expiresAt: number };

const retentionMs = days(1);

export const descriptionFindingsIn = (table: Table, { now }: { now: () => number }) => ({
  async of(digest: string): Promise<Finding | null> {
    const item = await table.get<FindingItem>(keyOf.descriptionFinding(digest));
    if (!item || item.expiresAt <= now()) return null;
    const { meaning, isHarmful, categories } = item;
    return { meaning, isHarmful, categories };
  },

  async keep(digest: string, { meaning, isHarmful, categories }: Finding): Promise<void> {
    const expiresAt = now() + retentionMs;
    await table.put({
      ...keyOf.descriptionFinding(digest),
      kind: 'description_finding',
      meaning,
      isHarmful,
      categories,
      expiresAt,
      ttl: Math.ceil(expiresAt / 1000),
    });
  },
});
