import { firstWebSearch } from '#shared/llm/first-web-search.ts';
import type { SearchOptions, WebSearch } from '#shared/llm/web-search.ts';
import { type VendorFailure, VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

const whom = { userId: 1, subject: null };
const options: SearchOptions = { whom, most: 5, country: null, timeoutSeconds: 30 };
const results = [{ url: 'https://a.example/', title: 'A', snippet: '' }];

const working = (source: string, asked: SearchOptions[] = []): WebSearch => ({
  source,
  async search(_query, given) {
    asked.push(given);
    return { source, results, rows: [] };
  },
});
const failing = (source: string, error: Error, asked: SearchOptions[] = []): WebSearch => ({
  source,
  async search(_query, given) {
    asked.push(given);
    throw error;
  },
});
const broken = (failure: VendorFailure) => new VendorUnavailable('llm', failure);

it('asks the first alone while it works, and says that it answered', async () => {
  const asked: SearchOptions[] = [];
  const search = firstWebSearch([working('one'), working('two', asked)]);
  expect(await search.search('q', options)).toMatchObject({ source: 'one', results });
  expect(asked).toEqual([]);
});

it.each(['no_answer', 'busy', 'failed', 'refused', 'unreadable'] as const)(
  'asks the second when the first is %s, with the time that is left',
  async (failure) => {
    const asked: SearchOptions[] = [];
    const search = firstWebSearch([failing('one', broken(failure), asked), working('two', asked)]);
    expect(await search.search('q', options)).toMatchObject({ source: 'two' });
    const [first, second] = asked;
    expect(first?.timeoutSeconds).toBeLessThanOrEqual(20);
    expect(second?.timeoutSeconds).toBeGreaterThan(20);
    expect(second?.timeoutSeconds).toBeLessThanOrEqual(30);
  },
);

it('throws what the last one threw', async () => {
  const search = firstWebSearch([failing('one', broken('busy')), failing('two', broken('failed'))]);
  await expect(search.search('q', options)).rejects.toMatchObject({ failure: 'failed' });
});

it('hides no fault of our own behind another search', async () => {
  const asked: SearchOptions[] = [];
  const search = firstWebSearch([failing('one', new TypeError('ours')), working('two', asked)]);
  await expect(search.search('q', options)).rejects.toThrow('ours');
  expect(asked).toEqual([]);
});
