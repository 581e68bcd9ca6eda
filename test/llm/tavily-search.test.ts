import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tavilySearch } from '#shared/llm/vendors/tavily-search.ts';
import { failureOf, mockServerOf } from './openai-scene.ts';

let mockServer: Awaited<ReturnType<typeof mockServerOf>>;
beforeAll(async () => {
  mockServer = await mockServerOf('search');
});
afterAll(() => mockServer.stop());
beforeEach(() => {
  mockServer.requests.length = 0;
  mockServer.faults.length = 0;
});

const whom = { userId: 1, subject: null };
const options = { whom, most: 5, country: null, timeoutSeconds: 20 };
const at = (baseUrl: string, apiKey = async () => 'a-key') => tavilySearch({ baseUrl, stage: 'local', apiKey, random: () => 0 });
const bodies = () => mockServer.requests.map(({ body }) => body);

it('asks in the form of the documentation, a country by its English name', async () => {
  await at(mockServer.baseUrl).search('running shoes', { ...options, country: 'GB' });
  expect(mockServer.requests).toEqual([
    {
      vendor: 'search',
      method: 'POST',
      path: '/search',
      body: {
        query: 'running shoes',
        max_results: 5,
        search_depth: 'basic',
        topic: 'general',
        country: 'united kingdom',
      },
    },
  ]);
});

it('asks without the country that the vendor does not take, and cuts a query that is too long', async () => {
  await at(mockServer.baseUrl).search('running shoes '.repeat(50), { ...options, country: 'CZ' });
  expect(bodies()).toMatchObject([{ country: 'czech republic' }, { query: expect.any(String) }]);
  expect(bodies()[1]).not.toHaveProperty('country');
  expect((bodies()[1] as { query: string }).query).toHaveLength(400);
});

it('is nothing without a key', async () => {
  const search = at(mockServer.baseUrl, () => Promise.reject(new Error('The secret holds no search_api_key.')));
  expect(await failureOf(search.search('running shoes', options))).toMatchObject({
    vendor: 'search',
    failure: 'refused',
    code: 'no_key',
  });
  expect(mockServer.requests).toEqual([]);
});

it("a spent plan is refused at once, in the vendor's own status", async () => {
  expect(await failureOf(at(mockServer.baseUrl).search('shoes [[plan-limit]]', options))).toMatchObject({
    failure: 'refused',
    status: 432,
  });
  expect(mockServer.requests).toHaveLength(1);
});

it.each([
  ['fields that nobody knows', { results: [{ url: 'https://a.example/', title: 'A', content: 'b', x: 1 }], y: {} }, 1],
  ['addresses that are none of the web', { results: [{ url: 'javascript:alert(1)' }, { url: 'x' }, {}, null] }, 0],
  ['no title and no content', { results: [{ url: 'https://a.example' }] }, 1],
  ['more than asked for', { results: Array(9).fill({ url: 'https://a.example/' }) }, 5],
])('%s: what is of use is read', async (_name, body, count) => {
  const { results } = await against(JSON.stringify(body));
  expect(results).toHaveLength(count);
  for (const { url } of results) expect(url).toBe('https://a.example/');
});

it.each([
  ['other JSON', '{"results":"none"}'],
  ['no JSON', '<html>'],
  ['nothing', ''],
])('%s is unreadable', async (_name, body) => {
  expect(await failureOf(against(body))).toMatchObject({ vendor: 'search', failure: 'unreadable' });
});

async function against(body: string) {
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    return await at(`http://127.0.0.1:${port}`).search('running shoes', options);
  } finally {
    server.close().closeAllConnections();
  }
}
