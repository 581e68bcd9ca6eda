import type { FunctionName } from '#functions/access.ts';
import type { AdLibrary, AdsWanted } from '#shared/ads/ad-library.ts';
import type { Ad, AdPage, Coverage } from '#shared/ads/rules/ads.ts';
import { type VendorFailure, VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { type outgoing, ProcessDied } from './outgoing.ts';

type Asked = { operation: 'pageOf' | 'adsOf' | 'searchPages'; of: string };

/** What stands in for the ad library in tests; tests set it and look at it. */
export type Library = {
  /** By the name that leads there, in lower case. */
  pages: Map<string, AdPage>;
  /** By the page's id; newest first. */
  ads: Map<string, Ad[]>;
  asked: Asked[];
  coverage: (country: string) => Coverage;
  /** For how long it wants to be left alone. */
  restSeconds: number;
  /** How a call fails, if it does. */
  failing: (asked: Asked) => VendorFailure | null;
  /** Of a page whose ads cannot be read (on), though the others' can. */
  broken: Map<string, string>;
  /** Of a page whose list breaks off half-way. */
  partly: Map<string, string>;
  /** Before every answer. */
  wait: () => Promise<void>;
};

export const newLibrary = (): Library => ({
  pages: new Map(),
  ads: new Map(),
  asked: [],
  coverage: () => 'full',
  restSeconds: 0,
  failing: () => null,
  broken: new Map(),
  partly: new Map(),
  wait: async () => {},
});

/** A page with ads, the newest of them begun a day ago, each a day older than the one before. */
export function addPage(
  library: Library,
  handle: string,
  {
    ads = 2,
    website = null,
    at = Date.parse('2026-11-20T00:00:00Z'),
  }: { ads?: number; website?: string | null; at?: number } = {},
): AdPage {
  const id = `10400${library.pages.size + 1}0000`;
  const page = { id, name: `${handle} Ltd`, alias: handle, website };
  library.pages.set(handle.toLowerCase(), page);
  library.pages.set(id, page);
  library.ads.set(
    id,
    Array.from({ length: ads }, (_, i) =>
      newAd(page, `${id}${i}`, { startedAt: isoAt(at - i * 86_400_000) }),
    ),
  );
  return page;
}

export const newAd = (page: AdPage, id: string, given: Partial<Ad> = {}): Ad => ({
  ...{ id, pageId: page.id, pageName: page.name, status: 'active', title: `Title ${id}`, description: null },
  ...{ body: `Words of ${id}`, linkUrl: `https://${page.alias}.example/`, callToAction: 'Shop now' },
  snapshotUrl: `https://www.facebook.com/ads/library/?id=${id}`,
  imageUrls: [`https://media.example/${id}.png`],
  ...{ videoUrls: [], platforms: ['facebook'], countries: ['DE'], languages: ['en'] },
  ...{ startedAt: '2026-11-01T00:00:00.000Z', endedAt: null },
  ...given,
});

const isoAt = (at: number) => new Date(at).toISOString();

/** The port over `library`, through the door of the tests. */
export function libraryBehind(
  library: Library,
  by: FunctionName,
  pass: ReturnType<typeof outgoing>['pass'],
): AdLibrary {
  /** A call that fails at the door is a vendor that did not answer. */
  const through = async <T>(asked: Asked, perform: () => T): Promise<T> => {
    try {
      return await pass({ by, operation: asked.operation }, async () => {
        library.asked.push(asked);
        await library.wait();
        const failure = library.failing(asked);
        if (failure) throw new VendorUnavailable('social', failure);
        return perform();
      });
    } catch (error) {
      if (error instanceof VendorUnavailable || error instanceof ProcessDied) throw error;
      throw new VendorUnavailable('social', 'no_answer');
    }
  };
  return {
    source: 'test',
    coverageOf: (country) => library.coverage(country),
    restSeconds: async () => library.restSeconds,
    pageOf: (handle) => through({ operation: 'pageOf', of: handle }, () => library.pages.get(handle) ?? null),
    searchPages: (name) =>
      through({ operation: 'searchPages', of: name }, () =>
        [...new Set(library.pages.values())].filter((page) =>
          page.name.toLowerCase().includes(name.toLowerCase()),
        ),
      ),
    adsOf: (wanted) =>
      through({ operation: 'adsOf', of: wanted.pageIds.join() }, () =>
        wanted.pageIds.map((pageId) => adsOf(library, pageId, wanted)),
      ),
  };
}

function adsOf(library: Library, pageId: string, { country, status, perPage }: AdsWanted) {
  const ads = (library.ads.get(pageId) ?? []).filter(
    (ad) =>
      (country === 'ALL' || ad.countries.includes(country)) && (status === 'all' || ad.status === status),
  );
  const error = library.broken.get(pageId) ?? null;
  if (error !== null) return { pageId, ads: [], isComplete: false, error };
  const end = library.partly.get(pageId);
  if (end !== undefined)
    return { pageId, ads: ads.slice(0, Math.floor(ads.length / 2)), isComplete: false, error: end };
  return { pageId, ads: ads.slice(0, perPage), isComplete: ads.length <= perPage, error };
}
