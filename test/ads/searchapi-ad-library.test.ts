import fc from 'fast-check';
import { adsOf } from '#lib/local/market/ads.ts';
import { log } from '#shared/log.ts';
import { adLibraryScene, advertisers, idsOf, marketOf, unknownPageId, wanted } from './ad-library-scene.ts';

let here: Awaited<ReturnType<typeof adLibraryScene>>;
beforeAll(async () => {
  here = await adLibraryScene();
});
afterAll(() => here.stop());
beforeEach(() => here.reset());

const some = advertisers.slice(0, 15);
const [first] = advertisers;

it('the provider covers every country in full', () => {
  for (const country of ['ALL', 'US', 'IN', 'DE']) expect(here.gap().coverageOf(country)).toBe('full');
});

it('the provider is asked for each page separately, with its key in no address', async () => {
  await here.gap('the-key').adsOf(wanted(idsOf(some), { country: 'US', status: 'active', perPage: 5 }));
  const queries = here.scene.asked.map(({ path }) => new URL(path, 'http://vendor').searchParams);
  expect(queries.map((query) => query.get('page_id')).sort()).toEqual(idsOf(some).sort());
  expect(Object.fromEntries(queries[0] ?? [])).toEqual({
    engine: 'meta_ad_library',
    page_id: first?.page.id,
    country: 'US',
    active_status: 'active',
    ad_type: 'all',
    sort_by: 'most_recent',
  });
  expect(JSON.stringify(here.scene.asked)).not.toContain('the-key');
});

it('the provider returns pictures, links and calls to action, of carousels too', async () => {
  const [page] = await here.gap().adsOf(wanted([first?.page.id ?? ''], { perPage: 100 }));
  const made = adsOf(first as NonNullable<typeof first>, Date.now());
  expect(new Set(made.map(({ format }) => format))).toEqual(new Set(['IMAGE', 'CAROUSEL']));
  expect(page?.ads).toMatchObject(
    made.map((ad) => ({
      id: ad.id,
      body: ad.bodies[0],
      title: ad.title,
      linkUrl: ad.linkUrl,
      callToAction: ad.button.text,
      imageUrls: ad.imageUrls,
      videoUrls: [],
      status: ad.endedOn === null ? 'active' : 'inactive',
      startedAt: `${ad.startedOn}T00:00:00.000Z`,
      endedAt: ad.endedOn === null ? null : `${ad.endedOn}T00:00:00.000Z`,
    })),
  );
});

it('the provider returns the newest ads of each page once, however it splits its lists', async () => {
  const parts = fc
    .array(fc.constantFrom(0, 0.4, 1, 3), { minLength: 1, maxLength: 3 })
    .filter((sizes) => sizes.filter((size) => size > 0).length > sizes.length / 2);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...advertisers), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      parts,
      async (group, perPage, sizes) => {
        here.scene.settings = {
          partSizeOf: (limit, part) => Math.ceil(limit * (sizes[part % sizes.length] ?? 1)),
        };
        const pages = await here.gap().adsOf(wanted(idsOf(group), { perPage }));
        expect(pages.map(({ ads }) => ads.map(({ id }) => id))).toEqual(group.map((company) => marketOf(company).slice(0, perPage)));
        expect(pages.map(({ error }) => error)).toEqual(group.map(() => null));
      },
    ),
    { numRuns: 30 },
  );
});

it('a long token is sent to the provider in a body', async () => {
  const token = 'x'.repeat(9000);
  const endless = answeringWith(() => ({ ads: [], pagination: { next_page_token: token } }));
  await expect(endless).rejects.toMatchObject({ code: 'call_budget' });
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST', 'POST', 'POST']);
  expect(JSON.parse(asked[1]?.body ?? '')).toMatchObject({ next_page_token: token, page_id: unknownPageId });
});

it('the adapter accepts unusual values of the provider', async () => {
  const snapshot = {
    body: 'A text, not an object',
    title: '{{product.name}}',
    link_url: 'javascript:alert(1)',
    images: [{ original_image_url: 'file:///etc/passwd', resized_image_url: 'https://media.example/1.png' }],
    videos: [
      {
        video_sd_url: 'https://media.example/1.mp4',
        video_preview_image_url: 'https://media.example/2.png',
        video_hd_url: null,
      },
    ],
    cards: null,
  };
  const row = {
    ad_archive_id: 900,
    page_id: Number(unknownPageId),
    snapshot,
    start_date: '2025-02-01T08:00:00.000Z',
  };
  const [page] = await answeringWith(() => ({ ads: [row, {}, null, { ...row, ad_archive_id: undefined }] }));
  expect(page?.ads).toMatchObject([
    {
      id: '900',
      body: 'A text, not an object',
      title: null,
      linkUrl: null,
      pageName: '',
      imageUrls: ['https://media.example/2.png'],
      videoUrls: ['https://media.example/1.mp4'],
      startedAt: '2025-02-01T08:00:00.000Z',
      platforms: [],
      status: 'active',
    },
  ]);
});

it.each([
  ['no result', { error: "Meta Ad Library didn't return any results." }],
  ['an empty object', {}],
])('%s is an empty list', async (_name, body) => {
  expect(await answeringWith(() => body)).toMatchObject([{ ads: [], isComplete: true, error: null }]);
});

describe('a failure', () => {
  it('a failed page does not affect other pages', async () => {
    here.scene.meets = (_vendor, path) => (path.includes(first?.page.id ?? '') ? { status: 429 } : undefined);
    const pages = await here.gap().adsOf(wanted(idsOf(some)));
    expect(pages[0]).toMatchObject({ ads: [], error: expect.stringContaining('asked too often') });
    for (const page of pages.slice(1)) expect(page).toMatchObject({ error: null });
    expect(here.scene.asked).toHaveLength(15);
  });

  it('a failure within a list leaves the ads before it', async () => {
    here.scene.settings = { partSizeOf: () => 3 };
    here.scene.meets = (_vendor, path) => (path.includes('next_page_token') ? { status: 500 } : undefined);
    const [page] = await here.gap().adsOf(wanted([first?.page.id ?? '']));
    expect(page).toMatchObject({ isComplete: false, error: 'The ad library has a failure of its own.' });
    expect(page?.ads).toHaveLength(3);
  });

  it.each([
    ['a plan that is spent', { status: 429 }, 'busy', 1],
    ['a wrong key', { status: 401 }, 'refused', 1],
    ['a fault of the vendor', { status: 502 }, 'failed', 3],
    ['an answer that is cut off', { cut: true }, 'no_answer', 3],
  ])('%s is reported after the allowed calls', async (_name, fault, failure, calls) => {
    const told = vi.spyOn(log, 'error').mockImplementation(() => {});
    try {
      here.scene.meets = () => fault;
      await expect(here.gap().adsOf(wanted([unknownPageId]))).rejects.toMatchObject({ failure });
      expect(here.scene.asked).toHaveLength(calls);
      expect(told.mock.calls).toHaveLength(failure === 'refused' ? 1 : 0);
    } finally {
      told.mockRestore();
    }
  });

  it('a missing key is reported without a call', async () => {
    await expect(here.gap(null).searchPages('shoes')).rejects.toMatchObject({ code: 'no_key' });
    expect(here.scene.asked).toHaveLength(0);
  });

  it('a failure ends within the time', async () => {
    here.scene.meets = () => ({ delay_ms: 60_000 });
    const startedAt = performance.now();
    const failure = here.gap().adsOf(wanted(idsOf(some), { deadlineAt: Date.now() + 300 }));
    await expect(failure).rejects.toMatchObject({ failure: 'no_answer' });
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

it('the provider finds a page by its alias with or without dots, and no similar page', async () => {
  const alias = first?.page.alias ?? '';
  expect(await here.gap().pageOf(alias.replaceAll('.', ''))).toMatchObject({ id: first?.page.id, alias });
  expect(await here.gap().pageOf(alias.slice(0, -2))).toBeNull();
});

const asked: { method: string; body: string }[] = [];
async function answeringWith(answer: () => unknown) {
  asked.length = 0;
  const send = async (_url: unknown, init?: RequestInit) => {
    asked.push({ method: init?.method ?? '', body: String(init?.body ?? '') });
    return Response.json(answer());
  };
  return await here.gap('any', { fetch: send as typeof fetch }).adsOf(wanted([unknownPageId]));
}
