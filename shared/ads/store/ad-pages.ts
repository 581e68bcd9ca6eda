import type { AdPage } from '#shared/ads/rules/ads.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { gunzipJson, gzipJson } from './gzip-json.ts';

export type AdPages = ReturnType<typeof adPagesIn>;

/** Ads of a page by their id: when the library first showed them to us, ISO 8601 in UTC. */
export type FirstSeen = Readonly<Record<string, string>>;

/** What is known of a page. `lookedUpAt` in epoch milliseconds. */
export type KnownPage = { page: AdPage | null; lookedUpAt: number; firstSeen: FirstSeen };

/** How a user's own page was found. */
export const pageFindings = ['website', 'name', 'page_url'] as const;
export type OwnPage = {
  page: AdPage;
  /** The name under which its ads are kept. */
  handle: string;
  foundBy: (typeof pageFindings)[number];
  /** ISO 8601 in UTC. */
  setAt: string;
};

type PageItem = Item & { handle: string; page?: AdPage | null; lookedUpAt?: number; firstSeen?: string };

/** Of an ad past so many newer ones it is forgotten when it was first seen. */
const maxSeen = 1000;

/** Pages of the ad library under the names that lead to them, and which ones are users' own. */
export const adPagesIn = (table: Table, { now }: { now: () => number }) => ({
  /** What is known of pages; one call for up to 100. */
  async known(handles: readonly string[]): Promise<Map<string, KnownPage>> {
    const items = await table.getMany<PageItem>(handles.map(keyOf.adPage));
    return new Map(
      items.map(({ handle, page = null, lookedUpAt = 0, firstSeen }) => [
        handle,
        { page, lookedUpAt, firstSeen: firstSeen ? gunzipJson<FirstSeen>(firstSeen) : {} },
      ]),
    );
  },

  /** Keeps which page a name leads to; `null` when it leads to none. One write. */
  async keep(handle: string, page: AdPage | null): Promise<void> {
    await table.update({
      key: keyOf.adPage(handle),
      update: 'SET kind = :kind, handle = :handle, page = :page, lookedUpAt = :at',
      values: { ':kind': 'ad_page', ':handle': handle, ':page': page, ':at': now() },
    });
  },

  /** Keeps when a page's ads were first seen. One write. */
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

  /** A user's own page, or `null` before it was set. */
  ownOf: (userId: number): Promise<OwnPage | null> =>
    table.get<Item & OwnPage>(keyOf.ownPage(userId), { consistent: true }),

  /** Sets a user's own page, whatever it was. One write. */
  async setOwn(userId: number, own: Omit<OwnPage, 'setAt'>): Promise<OwnPage> {
    const item = { ...own, setAt: new Date(now()).toISOString() };
    await table.put({ ...keyOf.ownPage(userId), kind: 'own_page', ...item });
    return item;
  },
});
