import { inspect } from 'node:util';
import { adsOf } from '#lib/local/market/ads.ts';
import type { AdLibrary } from '#shared/ads/ad-library.ts';
import { adLibraries } from '#shared/ads/vendors/ad-libraries.ts';
import { log } from '#shared/log.ts';
import { adLibraryScene, advertisers, archiveOf, idsOf, marketOf, newKey, unknownPageId, wanted } from './ad-library-scene.ts';

let here: Awaited<ReturnType<typeof adLibraryScene>>;
beforeAll(async () => {
  here = await adLibraryScene();
});
afterAll(() => here.stop());
beforeEach(() => here.reset());

const both = (official = here.official(), gap: AdLibrary | null = here.gap()) => adLibraries(official, gap, Date.now);
const some = advertisers.slice(0, 15);
const [first] = advertisers as [(typeof advertisers)[number]];
const firstId = [first.page.id];
const fails = (which: 'social' | 'social_gap') => {
  here.scene.meets = (vendor) => (vendor === which ? { status: 400 } : undefined);
};
const of = (vendor: string) => here.scene.asked.filter((asked) => asked.vendor === vendor).length;

describe('where the library shows ads of every kind', () => {
  const inGermany = { country: 'DE', perPage: 100 };
  const german = advertisers.find((company) => company.country === 'DE') as (typeof advertisers)[number];
  const asked = wanted(idsOf([german]), inGermany);

  it('where the library shows ads of every kind, its list counts, completed by the provider', async () => {
    const [page] = await both().adsOf(asked);
    const ids = archiveOf(german, { countries: ['DE'] });
    expect(page).toMatchObject({ error: null, isComplete: true });
    expect(page?.ads.map(({ id }) => id)).toEqual(ids);
    const made = new Map(adsOf(german, Date.now()).map((ad) => [ad.id, ad]));
    for (const ad of page?.ads ?? [])
      expect(ad).toMatchObject({
        imageUrls: made.get(ad.id)?.imageUrls,
        linkUrl: made.get(ad.id)?.linkUrl,
        callToAction: made.get(ad.id)?.button.text,
        languages: ['de'],
      });
  });

  it('where the library shows ads of every kind, its list suffices when the provider fails', async () => {
    fails('social_gap');
    const [page] = await both().adsOf(asked);
    expect(page).toMatchObject({ error: null, isComplete: true });
    expect(page?.ads.map(({ id }) => id)).toEqual(archiveOf(german, { countries: ['DE'] }));
    expect(page?.ads[0]).toMatchObject({ imageUrls: [] });
  });

  it('where the library shows ads of every kind, the provider replaces it when it fails', async () => {
    fails('social');
    const [page] = await both().adsOf(asked);
    expect(page).toMatchObject({ error: null, isComplete: true });
    expect(page?.ads.length).toBeGreaterThanOrEqual(archiveOf(german, { countries: ['DE'] }).length);
    expect(page?.ads[0]?.imageUrls).not.toEqual([]);
  });

  it('a slow provider is not awaited to its end', async () => {
    const given: number[] = [];
    const thinking: AdLibrary = {
      ...here.gap(),
      async adsOf({ deadlineAt, pageIds }) {
        given.push(deadlineAt);
        return pageIds.map((pageId) => ({ pageId, ads: [], isComplete: false, error: 'Too late.' }));
      },
    };
    const library = adLibraries(here.official(), thinking, () => asked.deadlineAt - 10_000);
    expect(await library.adsOf(asked)).toMatchObject([{ error: null, isComplete: true }]);
    expect(given).toEqual([asked.deadlineAt - 5000]);
    await library.adsOf({ ...asked, country: 'US' });
    expect(given[1]).toBe(asked.deadlineAt);
  });
});

describe('where it shows some kinds', () => {
  const inAmerica = { country: 'US', perPage: 100 };

  it('where the library shows some kinds of ads, both lists are merged, each ad once, newest first', async () => {
    const [page] = await both().adsOf(wanted(firstId, { perPage: 100 }));
    expect(page?.ads.map(({ id }) => id).sort()).toEqual(marketOf(first).sort());
    const starts = page?.ads.map(({ startedAt }) => startedAt ?? '') ?? [];
    expect(starts).toEqual([...starts].sort().reverse());
    expect(page).toMatchObject({ error: null, isComplete: true });
    expect(both().coverageOf('US')).toBe('full');
  });

  it('where the library shows some kinds of ads, a failed provider makes the list incomplete', async () => {
    fails('social_gap');
    const [page] = await both().adsOf(wanted(firstId, inAmerica));
    expect(page?.ads.map(({ id }) => id)).toEqual(archiveOf(first, { countries: ['US'] }));
    expect(page).toMatchObject({ isComplete: false, error: 'The ad library refused to show the ads.' });
  });

  it('where the library shows some kinds of ads, a failed library does not matter', async () => {
    fails('social');
    const [page] = await both().adsOf(wanted(firstId, { perPage: 100 }));
    expect(page).toMatchObject({ error: null, isComplete: true });
    expect(page?.ads.map(({ id }) => id)).toEqual(marketOf(first));
  });
});

it('the ad libraries fail only when both fail', async () => {
  here.scene.meets = () => ({ status: 429 });
  await expect(both().adsOf(wanted(firstId))).rejects.toMatchObject({ failure: 'busy' });
});

it('without a provider the library is used alone, and its gaps are reported', async () => {
  const alone = both(here.official(), null);
  expect(alone.coverageOf('US')).toBe('partial');
  expect(await alone.adsOf(wanted(firstId, { country: 'US', perPage: 100 }))).toMatchObject([
    { error: null, ads: { length: archiveOf(first, { countries: ['US'] }).length } },
  ]);
  expect(of('social_gap')).toBe(0);
});

describe('pages', () => {
  const { id, alias } = first.page;
  it('pages come from the library, which has their website', async () => {
    expect(await both().pageOf(alias)).toMatchObject({ id, website: `https://${first.domain}/` });
    expect(of('social_gap')).toBe(0);
  });

  it('pages come from the provider if the library may not show them', async () => {
    expect(await both(here.official('tok_no_pages')).pageOf(alias)).toMatchObject({ id, alias });
    expect(await both(here.official('tok_no_pages')).pageOf(id)).toMatchObject({ id });
  });

  it('hidden pages are missing without a provider', async () => {
    expect(await both(here.official('tok_no_pages'), null).pageOf(alias)).toBeNull();
    await expect(both(here.official('tok_throttled'), null).pageOf(alias)).rejects.toMatchObject({
      failure: 'busy',
    });
  });

  it('pages are searched at the provider, and by their ads when it fails', async () => {
    expect((await both().searchPages(first.name)).map((page) => page.id)).toContain(id);
    fails('social_gap');
    expect((await both().searchPages(first.name))[0]).toMatchObject({
      id,
      website: `https://${first.domain}/`,
    });
  });
});

describe('fifteen pages', () => {
  function inRounds() {
    let [waiting, rounds, isOpening]: [(() => Promise<unknown>)[], number, boolean] = [[], 0, false];
    async function open() {
      while (waiting.length > 0) {
        for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
        const round = waiting;
        waiting = [];
        rounds++;
        await Promise.allSettled(round.map((pass) => pass()));
        for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      }
      isOpening = false;
    }
    const send: typeof fetch = (url, init) =>
      new Promise((resolve, reject) => {
        waiting.push(() => fetch(url, init).then(resolve, reject));
        if (isOpening) return;
        isOpening = true;
        void open();
      });
    return { send, rounds: () => rounds };
  }

  it.each([
    ['DE', 50],
    ['ALL', 50],
    ['US', 10],
  ])('fifteen pages of %s, with %d ads each, take two round trips at most', async (country, perPage) => {
    const { send, rounds } = inRounds();
    const library = both(here.official('tok_ok', { fetch: send }), here.gap('any', { fetch: send }));
    const pages = await library.adsOf(wanted(idsOf(some), { country, perPage }));
    expect(pages.every(({ error }) => error === null)).toBe(true);
    expect(pages.reduce((sum, { ads }) => sum + ads.length, 0)).toBeGreaterThan(20);
    expect(rounds()).toBeLessThanOrEqual(perPage > 30 ? 2 : 1);
  });
});

it('the keys appear in no address, answer, log or failure', async () => {
  const [token, key] = [newKey(), newKey()];
  const said: unknown[] = [];
  const spies = (['error', 'warn', 'info'] as const).map((level) =>
    vi.spyOn(log, level).mockImplementation((...what: unknown[]) => void said.push(what)),
  );
  try {
    let sent = '';
    const send: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      sent += await answer
        .clone()
        .text()
        .catch(() => '');
      said.push(String(url));
      return answer;
    };
    const library = both(here.official(token, { fetch: send }), here.gap(key, { fetch: send }));
    const note = (asking: Promise<unknown>) => asking.catch((error: unknown) => error).then((it) => said.push(it));
    here.scene.settings = { partSizeOf: () => 4 };
    for (const met of [undefined, { status: 401 }, { status: 403 }, { status: 500 }, { status: 429 }, { cut: true }]) {
      here.scene.meets = () => met;
      await note(library.adsOf(wanted([...firstId, unknownPageId])));
      await note(library.pageOf(first.page.alias));
      await note(library.searchPages(first.name));
    }
    said.push(here.scene.asked);
    const told = inspect(said, { depth: 12, maxStringLength: null, maxArrayLength: null, showHidden: true });
    expect(sent).toContain(token);
    expect(said.length).toBeGreaterThan(30);
    for (const secret of [token, key]) expect(told).not.toContain(secret);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});
