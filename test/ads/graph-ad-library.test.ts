import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { log } from '#shared/log.ts';
import { adLibraryScene, advertisers, archiveOf, idsOf, unknownPageId, wanted } from './ad-library-scene.ts';

let here: Awaited<ReturnType<typeof adLibraryScene>>;
beforeAll(async () => {
  here = await adLibraryScene();
});
afterAll(() => here.stop());
beforeEach(() => here.reset());

const some = advertisers.slice(0, 15);
const queries = () => here.scene.asked.map(({ path }) => new URL(path, 'http://vendor').searchParams);
const pagesAsked = () => queries().map((query) => JSON.parse(query.get('search_page_ids') ?? '[]').length);
const perPageOf = (pages: readonly { ads: readonly { id: string }[] }[]) => pages.map(({ ads }) => ads.map(({ id }) => id));

describe('requests to the ad library', () => {
  it('a request to the ad library names every used field and at most ten pages', async () => {
    await here.official().adsOf(wanted(idsOf(some), { country: 'DE', status: 'active', perPage: 5 }));
    expect(pagesAsked().sort()).toEqual([7, 8]);
    const [query] = queries();
    expect(query?.get('ad_reached_countries')).toBe('["DE"]');
    expect(query?.get('ad_active_status')).toBe('ACTIVE');
    expect(query?.get('fields')?.split(',')).toEqual(
      expect.arrayContaining(['id', 'page_id', 'ad_creative_bodies', 'ad_delivery_start_time']),
    );
    expect(query?.get('fields')).not.toContain('ad_snapshot_url');
  });

  it('eleven pages are never in one request to the ad library', async () => {
    await here.official().adsOf(wanted(idsOf(advertisers.slice(0, 11)), { perPage: 1 }));
    expect(pagesAsked().slice(0, 2).sort()).toEqual([5, 6]);
    expect(Math.max(...pagesAsked())).toBe(6);
  });

  it('two requests read 750 ads of 15 pages', async () => {
    const pages = await here.official().adsOf(wanted(idsOf(some), { perPage: 50 }));
    expect(here.scene.asked).toHaveLength(2);
    expect(perPageOf(pages)).toEqual(some.map((company) => archiveOf(company).slice(0, 50)));
  });

  it('a crowded-out page is requested once more, separately', async () => {
    const counts = advertisers.map((company) => ({ company, ads: archiveOf(company).length }));
    const [loud] = counts.toSorted((a, b) => b.ads - a.ads);
    const quiet = counts.filter(({ ads }) => ads >= 3 && ads <= 12).slice(0, 2);
    const group = [loud, ...quiet].flatMap((one) => (one ? [one.company] : []));
    here.scene.settings = { partSizeOf: (limit) => (limit > 3 ? 4 : limit) };
    const pages = await here.official().adsOf(wanted(idsOf(group), { perPage: 3 }));
    expect(perPageOf(pages)).toEqual(group.map((company) => archiveOf(company).slice(0, 3)));
    expect(pagesAsked()[0]).toBe(3);
    expect(pagesAsked().length).toBeGreaterThan(1);
    expect(
      pagesAsked()
        .slice(1)
        .every((count) => count === 1),
    ).toBe(true);
  });
});

it('the adapter returns the newest ads of each page once, however the vendor splits its lists', async () => {
  const parts = fc
    .array(fc.constantFrom(0, 0.3, 0.5, 1, 3), { minLength: 1, maxLength: 5 })
    .filter((sizes) => sizes.some((size) => size > 0));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...advertisers), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 40 }),
      parts,
      fc.constantFrom('ALL', 'DE', 'GB'),
      async (group, perPage, sizes, country) => {
        here.scene.settings = {
          partSizeOf: (limit, part) => Math.ceil(limit * (sizes[part % sizes.length] ?? 1)),
        };
        const library = here.official('tok_ok', { maxCalls: 10_000 });
        const pages = await library.adsOf(wanted(idsOf(group), { perPage, country }));
        for (const [at, { pageId, ads, isComplete, error }] of pages.entries()) {
          const all = archiveOf(group[at] as (typeof group)[number], { countries: [country] });
          expect({ pageId, error }).toEqual({ pageId: group[at]?.page.id, error: null });
          expect(ads.map(({ id }) => id)).toEqual(all.slice(0, perPage));
          if (isComplete) expect(all.length).toBeLessThanOrEqual(perPage);
          else expect(all.length).toBeGreaterThanOrEqual(perPage);
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe('behaviour of the ad library', () => {
  it('more than was asked for is cut off', async () => {
    const [page] = await here.official('tok_generous').adsOf(wanted(idsOf(some.slice(0, 1)), { perPage: 2 }));
    expect(page?.ads).toHaveLength(2);
    expect(page?.isComplete).toBe(false);
  });

  it('an empty part is not the end', async () => {
    const [page] = await here.official('tok_hesitant').adsOf(wanted(idsOf(some.slice(0, 1)), { perPage: 3 }));
    expect(page?.ads).toHaveLength(3);
  });

  it('a list with too much data is requested in halves', async () => {
    const pages = await here.official('tok_weak').adsOf(wanted(idsOf(some.slice(0, 2)), { perPage: 50 }));
    expect(perPageOf(pages)).toEqual(some.slice(0, 2).map((company) => archiveOf(company).slice(0, 50)));
    expect(queries().map((query) => query.get('limit'))).toEqual(expect.arrayContaining(['200', '100', '50', '25']));
  });

  it('an endless list is abandoned with its ads so far', async () => {
    here.scene.settings = { partSizeOf: () => 1 };
    const [page] = await here.official().adsOf(wanted(idsOf(some.slice(0, 1)), { perPage: 30 }));
    expect(here.scene.asked).toHaveLength(12);
    expect(page?.ads).toHaveLength(12);
    expect(page).toMatchObject({
      isComplete: false,
      error: 'The ad library has more ads than could be read at once.',
    });
  });

  it('an invalid ID does not affect other IDs', async () => {
    const [good = ''] = idsOf(some);
    const pages = await here.official().adsOf(wanted(['not-an-id', good]));
    expect(pages[0]).toMatchObject({ ads: [], error: 'The ad library refused to show the ads.' });
    expect(pages[1]).toMatchObject({
      error: null,
      ads: { length: Math.min(10, archiveOf(some[0] as never).length) },
    });
  });
});

describe('a failure', () => {
  it.each([
    ['an expired token', 'tok_expired', { failure: 'refused', code: '190' }],
    ['rights that are missing', 'tok_unverified', { failure: 'refused', code: '10' }],
    ['too many calls', 'tok_throttled', { failure: 'busy', code: '613', retryAfterSeconds: 720 }],
  ])('%s is reported after one call', async (_name, token, expected) => {
    const told = vi.spyOn(log, 'error').mockImplementation(() => {});
    try {
      const failure = await here
        .official(token)
        .adsOf(wanted(idsOf(some.slice(0, 3))))
        .catch((error) => error);
      expect(failure).toMatchObject({ name: 'VendorUnavailable', vendor: 'social', ...expected });
      expect(here.scene.asked).toHaveLength(1);
      expect(told.mock.calls).toHaveLength(expected.failure === 'refused' ? 1 : 0);
    } finally {
      told.mockRestore();
    }
  });

  it('a missing token is reported without a call', async () => {
    const failure = here.official(null).adsOf(wanted([unknownPageId]));
    await expect(failure).rejects.toMatchObject({ failure: 'refused', code: 'no_key' });
    expect(here.scene.asked).toHaveLength(0);
  });

  it.each([
    ['a fault of the vendor', { status: 500 }],
    ['an answer that is cut off', { cut: true }],
  ])('%s is retried with success at the second or third call', async (_name, fault) => {
    here.scene.meets = () => (here.scene.asked.length < 3 ? fault : undefined);
    const [page] = await here.official().adsOf(wanted(idsOf(some.slice(0, 1))));
    expect(page).toMatchObject({ error: null });
    expect(here.scene.asked).toHaveLength(3);
  });

  it.each([
    ['a fault of the vendor', { status: 503 }, 'failed'],
    ['an answer that is cut off', { cut: true }, 'no_answer'],
  ])('%s three times is a failure', async (_name, fault, failure) => {
    here.scene.meets = () => fault;
    await expect(here.official().adsOf(wanted([unknownPageId]))).rejects.toMatchObject({ failure });
    expect(here.scene.asked).toHaveLength(3);
  });

  it('a throttle without minutes means an hour', async () => {
    const failure = await answering(400, { error: { code: 4, message: 'limit' } });
    expect(failure).toMatchObject({ failure: 'busy', code: '4', retryAfterSeconds: 3600 });
  });

  it.each([
    ['no JSON', 200, '<html>'],
    ['other JSON', 200, { ads: [] }],
    ['nothing', 200, ''],
    ['a list that is none', 200, { data: 'none' }],
    ['a next part at another host', 200, { data: [], paging: { next: 'https://evil.example/?after=x' } }],
    ['a next part that is nowhere', 200, { data: [], paging: { cursors: {}, next: 'x' } }],
  ])('%s is unreadable', async (_name, status, body) => {
    expect(await answering(status, body)).toMatchObject({ failure: 'unreadable' });
  });

  it('an invalid ad is dropped', async () => {
    const [id] = idsOf(some);
    const rows = [null, 7, {}, { id: '../x', page_id: id }, { id: '5', page_id: id }, { id: '6', page_id: '7' }];
    const answer = await answering(200, { data: rows }, [id ?? '']);
    expect(answer).toMatchObject([{ ads: [{ id: '5', body: null, startedAt: null, platforms: [] }] }]);
  });

  it('a failed batch leaves the other batch, within the time', async () => {
    const pageIds = idsOf(some);
    here.scene.meets = (_vendor, path) => (path.includes(pageIds[0] ?? '') ? { delay_ms: 60_000 } : undefined);
    const startedAt = performance.now();
    const pages = await here.official().adsOf(wanted(pageIds, { deadlineAt: Date.now() + 2000 }));
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(pages[0]).toMatchObject({ ads: [], error: 'The ad library did not answer in time.' });
    expect(pages[14]).toMatchObject({ error: null });
    expect(pages[14]?.ads.length).toBeGreaterThan(0);
  });

  it('an expired deadline causes no request', async () => {
    const failure = here.official().adsOf(wanted([unknownPageId], { deadlineAt: Date.now() - 1 }));
    await expect(failure).rejects.toMatchObject({ failure: 'no_answer' });
    expect(here.scene.asked).toHaveLength(0);
  });
});

describe('pages', () => {
  const [company] = advertisers;
  it('pages are found by alias, ID and any letter case, with their website', async () => {
    const { id = '', alias = '' } = company?.page ?? {};
    const page = { id, alias, name: company?.name, website: `https://${company?.domain}/` };
    expect(await here.official().pageOf(alias)).toEqual(page);
    expect(await here.official().pageOf(alias.toUpperCase())).toEqual(page);
    expect(await here.official().pageOf(id)).toEqual(page);
  });

  it('hidden pages are found by their ads', async () => {
    const { id = '', alias = '' } = company?.page ?? {};
    expect(await here.official('tok_no_pages').pageOf(id)).toMatchObject({
      id,
      name: company?.name,
      website: `https://${company?.domain}/`,
    });
    await expect(here.official('tok_no_pages').pageOf(alias)).rejects.toMatchObject({ code: '10' });
  });

  it('pages are found by name, an equal name first', async () => {
    const [first] = await here.official().searchPages(company?.name ?? '');
    expect(first).toMatchObject({ id: company?.page.id, website: `https://${company?.domain}/` });
  });
});

it('the library covers the Union and the United Kingdom in full, and other countries in part', () => {
  const { coverageOf } = here.official();
  for (const country of ['DE', 'FR', 'IE', 'GB', 'HR']) expect(coverageOf(country)).toBe('full');
  for (const country of ['ALL', 'US', 'IN', 'CH', 'NO', 'UK']) expect(coverageOf(country)).toBe('partial');
});

it('an ad has dates of both forms, countries by name, and the first non-blank text', async () => {
  const [id = ''] = idsOf(some);
  const row = {
    id: '9',
    page_id: id,
    page_name: 'A',
    publisher_platforms: ['FACEBOOK'],
    languages: ['de'],
    ad_creation_time: '2025-01-24T19:02:04+0000',
    ad_delivery_stop_time: '2025-03-01',
    ad_creative_bodies: ['', '{{product.name}}', 'Words', 'Other words'],
    ad_creative_link_captions: ['Not a link', 'shop.example/now'],
    target_locations: [
      { name: 'United Kingdom', type: 'countries', excluded: false },
      { name: 'Germany', type: 'COUNTRY', excluded: false },
      { name: 'France', type: 'countries', excluded: true },
      { name: 'Lyon', type: 'cities', excluded: false },
    ],
  };
  expect(await answering(200, { data: [row] }, [id])).toMatchObject([
    {
      ads: [
        {
          body: 'Words',
          title: null,
          linkUrl: 'https://shop.example/now',
          status: 'inactive',
          startedAt: '2025-01-24T19:02:04.000Z',
          endedAt: '2025-03-01T00:00:00.000Z',
          countries: ['GB', 'DE'],
          platforms: ['facebook'],
          languages: ['de'],
        },
      ],
    },
  ]);
});

async function answering(status: number, body: unknown, pageIds: readonly string[] = [unknownPageId]) {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    const library = here.official('tok_ok', { baseUrl: `http://127.0.0.1:${port}/v26.0` });
    return await library.adsOf(wanted(pageIds)).catch((error: unknown) => error);
  } finally {
    server.close().closeAllConnections();
  }
}
