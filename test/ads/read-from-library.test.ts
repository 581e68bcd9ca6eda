import { readFromLibrary } from '#shared/ads/read-from-library.ts';

const page = { id: '1', alias: null, name: 'Fjord', website: null };
const ad = (id: string) => ({
  id,
  pageId: '1',
  pageName: 'Fjord',
  status: 'active',
  body: null,
  title: null,
  description: null,
  linkUrl: null,
  callToAction: null,
  snapshotUrl: null,
  imageUrls: [],
  videoUrls: [],
  platforms: [],
  countries: [],
  languages: [],
  startedAt: null,
  endedAt: null,
});

async function answer(count: number, error: string | null, isComplete = error === null) {
  const ads = Array.from({ length: count }, (_, at) => ad(`${at}`));
  const adLibrary = { adsOf: async () => [{ pageId: '1', ads, isComplete, error }] };
  const known = new Map([['fjord', { page, lookedUpAt: 1 }]]);
  const ask = {
    handles: ['fjord'],
    variant: { country: 'NO', status: 'active' },
    asked: 50,
    lookUpAgainAt: 0,
    deadlineAt: 1000,
  };
  const answers = await readFromLibrary(ask as never, known as never, { adLibrary, now: () => 0 } as never);
  const { read, failure } = answers.get('fjord') ?? {};
  return [read && [read.ads.length, read.asked, read.isComplete], failure];
}

it.each([
  ['all ads', 3, null, [[3, 100, true], null]],
  ['no ads', 0, null, [[0, 100, true], null]],
  ['some ads and an error', 2, 'Busy.', [[2, 2, false], 'Busy.']],
  ['one ad and an error', 1, 'Busy.', [[1, 1, false], 'Busy.']],
  ['an error alone', 0, 'Busy.', [null, 'Busy.']],
] as const)('a library that answers %s', async (_, count, error, expected) => {
  expect(await answer(count, error)).toEqual(expected);
});
