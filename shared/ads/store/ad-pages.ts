import type { AdPage } from '#shared/ads/rules/ads.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { gunzipJson, gzipJson } from './gzip-json.ts';

export type AdPages = ReturnType<typeof adPagesIn>;

/** Times at which the library first showed ads, by ad ID, ISO 8601 in UTC. */
export type FirstSeen = Readonly<Record<string, string>>;

/** `lookedUpAt` is in epoch milliseconds. */
export type KnownPage = { page: AdPage | null; lookedUpAt: number; firstSeen: FirstSeen };

/** The ways to find a user's own page. */
export const pageFindings = ['website', 'name', 'page_url'] as const;
export type OwnPage = {
  page: AdPage;
  /** The name under which its ads are stored. */
  handle: string;
  foundBy: (typeof pageFindings)[number];
  /** ISO 8601 in UTC. */
  setAt: string;
};

type PageItem = Item & { handle: string; page?: AdPage | null; lookedUpAt?: number; firstSeen?: string };

/** Times of older ads are dropped beyond this number. */
const maxSeen = 1000;

export const adPagesIn = (table: Table, { now }: { now: () => number }) => ({
  /** Returns known pages with one call for up to 100 names. */
  async known(handles: readonly string[]): Promise<Map<string, KnownPage>> {
    const items = await table.getMany<PageItem>(handles.map(keyOf.adPage));
    return new Map(
      items.map(({ handle, page = null, lookedUpAt = 0, firstSeen }) => [
        handle,
        { page, lookedUpAt, firstSeen: firstSeen ? gunzipJson<FirstSeen>(firstSeen) : {} },
      ]),
    );
  },

  /** Stores the page of a name, or `null` for a missing page. One write. */
  async keep(handle: string, page: AdPage | null): Promise<void> {
    await table.update({
      key: keyOf.adPage(handle),
      update: 'SET kind = :kind, handle = :handle, page = :page, lookedUpAt = :at',
      values: { ':kind': 'ad_page', ':handle': handle, ':page': page, ':at': now() },
    });
  },

  /** Stores when a page's ads were first seen. One write. */
  async keepSeen(handle: string, firstSeen: FirstSeen): Promise<void> {
    const newest = Object.entries(firstSeen).sort(([, a], [, b]) => (a < b ? 1 : -1));
    await table.update({
      key: keyOf.adPage(handle),
      update: 'SET kind = :kind, handle = :handle, firstSeen = :seen',
      values: {
        ...{ ':kind': 'ad_page', ':handle': handle },
        ':seen': gzipJson(Object.fromEntries(newest.slice(0, maxSeen))),
      },
    });
  },

  /** Returns `null` before the page is set. */
  ownOf: (userId: number): Promise<OwnPage | null> =>
    table.get<Item & OwnPage>(keyOf.ownPage(userId), { consistent: true }),

  /** Replaces a user's own page. One write. */
  async setOwn(userId: number, own: Omit<OwnPage, 'setAt'>): Promise<OwnPage> {
    const item = { ...own, setAt: new Date(now()).toISOString() };
    await table.put({ ...keyOf.ownPage(userId), kind: 'own_page', ...item });
    return item;
  },
});
