import type { AdLibrary } from '#shared/ads/ad-library.ts';
import { graphAdLibrary } from '#shared/ads/vendors/graph-ad-library.ts';
import { searchApiAdLibrary } from '#shared/ads/vendors/searchapi-ad-library.ts';
import { isPageId } from '#shared/values/ad-page-url.ts';
import { adLibraryScene, advertisers, idsOf, unknownPageId, wanted } from './ad-library-scene.ts';

// With keys, the vendors must keep the promises of the mock servers.
const { SOCIAL_TEST_TOKEN, SOCIAL_GAP_TEST_KEY, SOCIAL_TEST_PAGE_IDS = '', SOCIAL_TEST_ALIAS } = process.env;
const atVendor = { stage: 'dev', now: Date.now } as const;

let here: Awaited<ReturnType<typeof adLibraryScene>>;
beforeAll(async () => {
  here = await adLibraryScene();
});
afterAll(() => here.stop());

type Place = {
  place: string;
  library: (isKeyRight?: boolean) => AdLibrary;
  pageIds: readonly string[];
  alias: string;
};
const madeUp = { pageIds: idsOf(advertisers.slice(0, 3)), alias: advertisers[0]?.page.alias ?? '' };
const real = { pageIds: SOCIAL_TEST_PAGE_IDS.split(',').filter(Boolean), alias: SOCIAL_TEST_ALIAS ?? '' };
const places: Place[] = [
  {
    place: "the library's own mock server",
    library: (isKeyRight = true) => here.official(isKeyRight ? 'tok_ok' : 'tok_expired'),
    ...madeUp,
  },
  {
    place: "the provider's mock server",
    library: (isKeyRight = true) => {
      here.scene.meets = () => (isKeyRight ? undefined : { status: 401 });
      return here.gap();
    },
    ...madeUp,
  },
  ...(SOCIAL_TEST_TOKEN && real.pageIds.length > 0
    ? [
        {
          place: 'the library itself',
          library: (isKeyRight = true) =>
            graphAdLibrary({
              ...atVendor,
              baseUrl: 'https://graph.facebook.com/v26.0',
              token: async () => (isKeyRight ? SOCIAL_TEST_TOKEN : 'wrong'),
            }),
          ...real,
        },
      ]
    : []),
  ...(SOCIAL_GAP_TEST_KEY && real.pageIds.length > 0
    ? [
        {
          place: 'the provider itself',
          library: (isKeyRight = true) =>
            searchApiAdLibrary({
              ...atVendor,
              baseUrl: 'https://www.searchapi.io/api/v1',
              apiKey: async () => (isKeyRight ? SOCIAL_GAP_TEST_KEY : 'wrong'),
            }),
          ...real,
        },
      ]
    : []),
];

describe.each(places)('an ad library: $place', ({ library, pageIds, alias }) => {
  const within = { deadlineAt: Date.now() + 120_000 };

  it('an ad library returns the ads of each page once, newest first, up to the limit', async () => {
    const pages = await library().adsOf(wanted(pageIds, { country: 'DE', perPage: 7, ...within }));
    expect(pages.map(({ pageId }) => pageId)).toEqual(pageIds);
    for (const { pageId, ads, error } of pages) {
      expect(error).toBeNull();
      expect(ads.length).toBeLessThanOrEqual(7);
      expect(new Set(ads.map(({ id }) => id)).size).toBe(ads.length);
      const starts = ads.map(({ startedAt }) => startedAt ?? '');
      expect(starts).toEqual([...starts].sort().reverse());
      for (const ad of ads) {
        expect(ad).toMatchObject({
          pageId,
          snapshotUrl: `https://www.facebook.com/ads/library/?id=${ad.id}`,
        });
        expect(ad.pageName).not.toBe('');
        expect(ad.startedAt).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
        expect(ad.platforms).toEqual(ad.platforms.map((platform) => platform.toLowerCase()));
      }
    }
  });

  it.each(['active', 'inactive'] as const)('an ad library returns %s ads alone', async (status) => {
    const pages = await library().adsOf(wanted(pageIds, { country: 'DE', status, ...within }));
    for (const ad of pages.flatMap(({ ads }) => ads)) expect(ad.status).toBe(status);
  });

  it('an ad library marks the list of a page without ads as complete', async () => {
    expect(await library().adsOf(wanted([unknownPageId], within))).toEqual([
      { pageId: unknownPageId, ads: [], isComplete: true, error: null },
    ]);
  });

  it('an ad library finds pages by alias, ID and name', async () => {
    const byId = await library().pageOf(pageIds[0] ?? '');
    expect(byId).toMatchObject({ id: pageIds[0] });
    expect(await library().pageOf('a.name.nobody.has.yet')).toBeNull();
    expect((await library().searchPages(byId?.name ?? '')).map(({ id }) => id)).toContain(pageIds[0]);
    if (alias) expect(isPageId((await library().pageOf(alias))?.id ?? '')).toBe(true);
  });

  it('an ad library looks up no handle that could be another path', async () => {
    for (const handle of ['me', 'me/accounts', '..', '../v26.0/me', 'a?fields=access_token', 'ads_archive', ''])
      expect(await library().pageOf(handle)).toBeNull();
  });

  it('an ad library refuses a wrong key', async () => {
    await expect(library(false).adsOf(wanted(pageIds, within))).rejects.toMatchObject({ failure: 'refused' });
    await expect(library(false).searchPages('shoes')).rejects.toMatchObject({ failure: 'refused' });
  });
});
