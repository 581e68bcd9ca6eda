import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openAiModeration } from '#shared/llm/vendors/openai-moderation.ts';
import { failureOf, mockServerOf, places } from './openai-scene.ts';

let mockServer: Awaited<ReturnType<typeof mockServerOf>>;
beforeAll(async () => {
  mockServer = await mockServerOf('moderation');
});
afterAll(() => mockServer.stop());
beforeEach(() => {
  mockServer.requests.length = 0;
  mockServer.faults.length = 0;
});

const model = 'omni-moderation-latest';
const options = { timeoutSeconds: 20 };
const moderationAt = (baseUrl: string) => openAiModeration({ baseUrl, model, apiKey: async () => 'any', random: () => 0 });
const moderate = (text: string, timeoutSeconds = 20) => moderationAt(mockServer.baseUrl).moderate(text, { timeoutSeconds });

for (const { place, baseUrl, key } of places(() => mockServer.baseUrl, model))
  describe(`the moderation at ${place}`, () => {
    const at = () => openAiModeration({ baseUrl: baseUrl(), model, apiKey: async () => key });

    it(`the moderation at ${place} finds no harm in a bakery`, async () => {
      expect(await at().moderate('We bake bread for the people of Leeds.', options)).toEqual({
        isFlagged: false,
        categories: [],
      });
    });

    it(`the moderation at ${place} flags violence by its name`, async () => {
      const found = await at().moderate('I will murder you and torture everyone you know.', options);
      expect(found.isFlagged).toBe(true);
      expect(found.categories).toContain('violence');
    });
  });

it('every category is a finding, several of them in order', async () => {
  expect(await moderate('[[violence/graphic]] and [[hate]]')).toEqual({
    isFlagged: true,
    categories: ['hate', 'violence/graphic'],
  });
  expect(mockServer.requests).toEqual([
    {
      vendor: 'moderation',
      method: 'POST',
      path: '/v1/moderations',
      body: { model, input: '[[violence/graphic]] and [[hate]]' },
    },
  ]);
});

it.each([
  ['no category but the flag', { flagged: true, categories: { hate: false } }, true, []],
  ['a category but no flag', { flagged: false, categories: { hate: true } }, true, ['hate']],
  ['a category that is null', { flagged: false, categories: { hate: null } }, false, []],
])('%s is told by any of the two', async (_name, result, isFlagged, categories) => {
  expect(await against({ results: [result] })).toEqual({ isFlagged, categories });
});

it.each([
  ['no result', { results: [] }],
  ['another form', { results: [{ flagged: 'no' }] }],
])('%s is unreadable: silence is no all-clear', async (_name, body) => {
  expect(await failureOf(against(body))).toMatchObject({ vendor: 'moderation', failure: 'unreadable' });
});

it.each([
  ['500', { status: 500 }, 'failed', 2],
  ['429', { status: 429 }, 'busy', 2],
  ['an answer cut off', { cut: true }, 'no_answer', 2],
  ['401', { status: 401 }, 'refused', 1],
])('%s fails after as many requests as help', async (_name, fault, failure, requests) => {
  mockServer.faults.push(fault, fault, fault);
  expect(await failureOf(moderate('We bake bread.'))).toMatchObject({ failure });
  expect(mockServer.requests).toHaveLength(requests);
});

it('a vendor that thinks for too long is left', async () => {
  mockServer.faults.push({ delay_ms: 60_000 });
  expect(await failureOf(moderate('We bake bread.', 0.2))).toMatchObject({ failure: 'no_answer' });
});

async function against(body: object) {
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    return await moderationAt(`http://127.0.0.1:${port}`).moderate('We bake bread.', options);
  } finally {
    server.close().closeAllConnections();
  }
}

it('sends a text to no other host, whatever the vendor answers', async () => {
  let asked = 0;
  const elsewhere = createServer((_, response) => {
    asked++;
    response.end('{}');
  });
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  const vendor = createServer((_, response) => response.writeHead(307, { location }).end());
  await new Promise<void>((listening) => vendor.listen(0, '127.0.0.1', listening));
  const { port } = vendor.address() as AddressInfo;
  await expect(moderationAt(`http://127.0.0.1:${port}`).moderate('A text', { timeoutSeconds: 2 })).rejects.toThrow();
  expect(asked).toBe(0);
  vendor.closeAllConnections();
  vendor.close();
  elsewhere.close();
});
