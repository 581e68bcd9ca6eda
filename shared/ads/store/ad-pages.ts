import { keyOf } from '#shared/ads/items.ts';
import type { AdPage } from '#shared/ads/rules/ads.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { gunzipJson, gzipJson } from './gzip-json.ts';

export type AdPages = ReturnType<typeof adPagesIn>;

/** The values are when each ad was first seen (ISO 8601 UTC), by ad ID. */
export type FirstSeen = Readonly<Record<string, string>>;

/** `lookedUpAt` is in epoch milliseconds. */
export type KnownPage = { page: AdPage | null; lookedUpAt: number; firstSeen: FirstSeen };

export const pageFindings = ['website', 'name', 'page_url'] as const;
export type OwnPage = {
  page: AdPage;
  handle: string;
  foundBy: (typeof pageFindings)[number];
  /** The time is ISO 8601 UTC. */
  setAt: string;
};

type PageItem = Item & { handle: string; page?: AdPage | null; lookedUpAt?: number; firstSeen?: string };

const maxSeen = 1000;

export const adPagesIn = (table: Table, { now }: { now: () => number }) => ({
  async known(handles: readonly string[]): Promise<Map<string, KnownPage>> {
    const items = await table.getMany<PageItem>(handles.map(keyOf.adPage));
    return new Map(
      items.map(({ handle, page = null, lookedUpAt = 0, firstSeen }) => [
        handle,
        { page, lookedUpAt, firstSeen: firstSeen ? gunzipJson<FirstSeen>(firstSeen) : {} },
      ]),
    );
  },

  async keep(handle: string, page: AdPage | null): Promise<void> {
    await table.update({
      key: keyOf.adPage(handle),
      update: 'SET kind = :kind, handle = :handle, page = :page, lookedUpAt = :at',
      values: { ':kind': 'ad_page', ':handle': handle, ':page': page, ':at': now() },
    });
  },

  async keepSeen(handle: string, firstSeen: FirstSeen): Promise<void> {
    const newest = Object.entries(firstSeen).sort(([, a], [, b]) => (a < b ? 1 : -1));
    await table.update({
      key: keyOf.adPage(handle),
      update: 'SET kind = :kind, handle = :handle, firstSeen = :seen',
      values: {
        ':kind': 'ad_page',
        ':handle': handle,
        ':seen': gzipJson(Object.fromEntries(newest.slice(0, maxSeen))),
      },
    });
  },

  ownOf: (accountId: AccountId): Promise<OwnPage | null> => table.get<Item & OwnPage>(keyOf.ownPage(accountId), { consistent: true }),

  async setOwn(accountId: AccountId, ownPage: Omit<OwnPage, 'setAt'>): Promise<OwnPage> {
    const item = { ...ownPage, setAt: new Date(now()).toISOString() };
    await table.put({ ...keyOf.ownPage(accountId), kind: 'own_page', ...item });
    return item;
  },
});
