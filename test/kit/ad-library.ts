import type { FunctionName } from '#functions/access.ts';
import type { AdLibrary, AdsWanted } from '#shared/ads/ad-library.ts';
import type { Ad, AdPage, Coverage } from '#shared/ads/rules/ads.ts';
import { type VendorFailure, VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { type outgoing, ProcessDied } from './outgoing.ts';

type Asked = { operation: 'pageOf' | 'adsOf' | 'searchPages'; of: string };

export type Library = {
  pages: Map<string, AdPage>;
  ads: Map<string, Ad[]>;
  asked: Asked[];
  coverage: (country: string) => Coverage;
  restSeconds: number;
  failing: (asked: Asked) => VendorFailure | null;
  broken: Map<string, string>;
  partly: Map<string, string>;
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

export function addPage(
  library: Library,
  handle: string,
  { ads = 2, website = null, at = Date.parse('2026-11-20T00:00:00Z') }: { ads?: number; website?: string | null; at?: number } = {},
): AdPage {
  const id = `10400${library.pages.size + 1}0000`;
  const page = { id, name: `${handle} Ltd`, alias: handle, website };
  library.pages.set(handle.toLowerCase(), page);
  library.pages.set(id, page);
  library.ads.set(
    id,
    Array.from({ length: ads }, (_, i) => newAd(page, `${id}${i}`, { startedAt: isoAt(at - i * 86_400_000) })),
  );
  return page;
}

export const newAd = (page: AdPage, id: string, overrides: Partial<Ad> = {}): Ad => ({
  id,
  pageId: page.id,
  pageName: page.name,
  status: 'active',
  title: `Title ${id}`,
  description: null,
  body: `Words of ${id}`,
  linkUrl: `https://${page.alias}.example/`,
  callToAction: 'Shop now',
  snapshotUrl: `https://www.facebook.com/ads/library/?id=${id}`,
  imageUrls: [`https://media.example/${id}.png`],
  videoUrls: [],
  platforms: ['facebook'],
  countries: ['DE'],
  languages: ['en'],
  startedAt: '2026-11-01T00:00:00.000Z',
  endedAt: null,
  ...overrides,
});

const isoAt = (at: number) => new Date(at).toISOString();

export function libraryBehind(library: Library, by: FunctionName, pass: ReturnType<typeof outgoing>['pass']): AdLibrary {
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
        [...new Set(library.pages.values())].filter((page) => page.name.toLowerCase().includes(name.toLowerCase())),
      ),
    adsOf: (wanted) =>
      through({ operation: 'adsOf', of: wanted.pageIds.join() }, () => wanted.pageIds.map((pageId) => adsOf(library, pageId, wanted))),
  };
}

function adsOf(library: Library, pageId: string, { country, status, perPage }: AdsWanted) {
  const ads = (library.ads.get(pageId) ?? []).filter(
    (ad) => (country === 'ALL' || ad.countries.includes(country)) && (status === 'all' || ad.status === status),
  );
  const error = library.broken.get(pageId) ?? null;
  if (error !== null) return { pageId, ads: [], isComplete: false, error };
  const end = library.partly.get(pageId);
  if (end !== undefined) return { pageId, ads: ads.slice(0, Math.floor(ads.length / 2)), isComplete: false, error: end };
  return { pageId, ads: ads.slice(0, perPage), isComplete: ads.length <= perPage, error };
}
