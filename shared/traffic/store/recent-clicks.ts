import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Item } from '#shared/store/item.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import { readText, type TextForm } from '#shared/store/stored-form.ts';
import type { Table } from '#shared/store/table.ts';
import { keyOf } from '#shared/traffic/items.ts';
import { merged, type RecentClick } from '#shared/traffic/rules/recent-clicks.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type RecentItem = Item & { clicks: string[]; version: number };
type Subject = { accountId: AccountId; environment: Environment; subject: string };
export type RecentClicks = ReturnType<typeof recentClicksIn>;

/** The longest window of clicks is a day. */
const keptMs = days(2);

export const recentClicksIn = (table: Table) => ({
  /**
   * Returns all clicks including `more`, though fewer are stored. Makes one read, and one write unless all were stored.
   */
  async add(
    { accountId, environment, subject }: Subject,
    more: readonly RecentClick[],
    bounds: { withinMs: number; most: number },
  ): Promise<RecentClick[]> {
    const key = keyOf.recentClicks(accountId, environment, subject);
    return await retryOnConflict('frequent', async () => {
      const storedItem = await table.get<RecentItem>(key, { consistent: true });
      const before = storedItem?.clicks ?? [];
      const clicks = merged(before.map(clickOf), more, bounds);
      const after = clicks.slice(-bounds.most).map(textOf);
      if (after.join() === before.join()) return clicks;
      const newest = clicks.at(-1)?.at ?? 0;
      const item = {
        ...key,
        kind: 'recent_clicks',
        ttl: Math.ceil((newest + keptMs) / 1000),
        clicks: after,
        version: (storedItem?.version ?? 0) + 1,
      };
      const write = storedItem
        ? table.put(item, 'version = :version', { values: { ':version': storedItem.version } })
        : table.put(item, 'attribute_not_exists(pk)');
      return (await tookEffect(write)) ? clicks : conflict;
    });
  },
});

/** Click IDs begin with `s_`, which the text omits. */
const textOf = ({ at, sid, network = '' }: RecentClick) => `${at.toString(36)} ${sid.slice(2)} ${network}`;

const forms: TextForm<RecentClick>[] = [
  {
    form: 1,
    read(text) {
      const [at = '', sid = '', network = ''] = text.split(' ');
      return { at: Number.parseInt(at, 36), sid: `s_${sid}`, ...(network && { network }) };
    },
  },
];

const clickOf = (text: string): RecentClick => readText(forms, text, 'recent clicks');
