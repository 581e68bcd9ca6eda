import { readAds } from '#shared/ads/read-ads.ts';
import { hours } from '#shared/values/durations.ts';

const startedAt = Date.parse('2026-11-20T12:00:00Z');
type Read = { fetchedAt: number; asked: number } | null;

async function read(lastRead: Read, { limit = 20, failure = false, refresh = false } = {}) {
  const cached = {
    read: lastRead && { page: null, ads: [], isComplete: false, ...lastRead },
    failure: failure ? { at: startedAt - 60_000, sentence: 'Busy.' } : null,
    claimedAt: null,
    media: {},
  };
  let claims = 0;
  const deps = {
    adsCacheHours: 24,
    adsTimeoutMs: 10_000,
    now: () => startedAt,
    pause: async () => {},
    adLibrary: { restSeconds: async () => 0 },
    adCache: {
      read: async () => new Map([['fjord', cached]]),
      claim: async () => {
        claims++;
        return cached;
      },
    },
  };
  const asked = { country: 'NO', status: 'active', handles: ['fjord', 'fjord'], limit, refresh };
  const answers = await readAds(asked as never, deps as never);
  return { isStale: answers.get('fjord')?.isStale, isClaimed: claims > 0 };
}
const good = { isStale: false, isClaimed: false };
const stale = { isStale: true, isClaimed: true };
const at = (hoursAgo: number, asked = 50) => ({ fetchedAt: startedAt - hours(hoursAgo), asked });

it.each<[string, Read, Parameters<typeof read>[1], object]>([
  ['ads of this minute', at(0), {}, good],
  ['ads of a day ago', at(24), {}, good],
  ['ads of more than a day ago', at(24.1), {}, stale],
  ['ads of an hour ago at a refresh', at(1), { refresh: true }, stale],
  ['fewer ads than the limit, of an hour ago', at(1, 50), { limit: 51 }, stale],
  ['as many ads as the limit', at(1, 50), { limit: 50 }, good],
  ['a part that was read just now', at(0, 10), {}, good],
  ['a part that was read an hour ago', at(1, 10), {}, stale],
  ['a part that was read just now and failed', at(0, 10), { failure: true }, stale],
  ['half of a large list that was read just now', at(0, 50), { limit: 100 }, stale],
  ['no ads', null, {}, stale],
])('%s are read again or not', async (_, lastRead, options, expected) => {
  expect(await read(lastRead, options)).toEqual(expected);
});
