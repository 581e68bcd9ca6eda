import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { openAiLlm } from '#shared/llm/vendors/openai-llm.ts';
import { mockServerOf } from './openai-scene.ts';

let mockServer: Awaited<ReturnType<typeof mockServerOf>>;
beforeAll(async () => {
  mockServer = await mockServerOf('llm');
});
afterAll(() => mockServer.stop());

const request = {
  purpose: 'test',
  schemaName: 'town',
  schema: z.object({ town: z.string() }),
  instructions: 'Find it.',
  input: [{ type: 'text', text: 'running shoes' }] as const,
  maxOutputTokens: 4000,
  timeoutSeconds: 20,
};
const at = (baseUrl: string) => openAiLlm({ baseUrl, model: 'gpt-5.4-mini', apiKey: async () => 'key' });

it('has the tool, where from, and the pages that it looked at', async () => {
  const answer = await at(mockServer.baseUrl).generateObject({ ...request, webSearch: { country: 'GB' } });
  expect(mockServer.requests.at(-1)?.body).toMatchObject({
    tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'GB' } }],
    tool_choice: 'required',
    include: ['web_search_call.action.sources'],
  });
  expect(answer.webSearches).toBe(1);
  expect(answer.usage.inputTokens).toBeGreaterThan(8000);
  const urls = answer.sources.map(({ url }) => url);
  expect(urls).toContain('https://tarnfell.example/');
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.join()).not.toContain('utm_source');
  expect(answer.sources[0]?.title).not.toBe('');
});

it('asks for no place when there is none, and for no search unless told', async () => {
  await at(mockServer.baseUrl).generateObject({ ...request, webSearch: { country: null } });
  expect(mockServer.requests.at(-1)?.body).toMatchObject({ tools: [{ type: 'web_search' }] });
  expect(JSON.stringify(mockServer.requests.at(-1)?.body)).not.toContain('user_location');
  await at(mockServer.baseUrl).generateObject(request);
  expect(mockServer.requests.at(-1)?.body).not.toHaveProperty('tools');
});

describe('what the vendor says of its searches', () => {
  const said = async (output: object[]) => {
    const body = JSON.stringify({
      id: 'resp_1',
      model: 'gpt-5.4-mini-2026-03-01',
      status: 'completed',
      output,
      usage: { input_tokens: 9, input_tokens_details: { cached_tokens: 4 }, output_tokens: 3, news: {} },
    });
    const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    try {
      return await at(`http://127.0.0.1:${port}`).generateObject({
        ...request,
        webSearch: { country: null },
      });
    } finally {
      server.close().closeAllConnections();
    }
  };
  const message = (annotations: unknown) => ({
    type: 'message',
    content: [{ type: 'output_text', text: '{"town":"Leeds"}', annotations }],
  });
  const search = (sources?: unknown) => ({ type: 'web_search_call', action: { type: 'search', sources } });

  it('what the vendor says of its searches is counted by searches, not by the pages that it opened', async () => {
    const opened = { type: 'web_search_call', action: { type: 'open_page', url: 'https://a.example/' } };
    const within = { type: 'web_search_call', action: { type: 'find_in_page', pattern: 'x' } };
    const answer = await said([search(), opened, search(), within, message([])]);
    expect(answer).toMatchObject({ webSearches: 2, object: { town: 'Leeds' } });
    expect(answer.usage).toEqual({
      inputTokens: 9,
      cachedInputTokens: 4,
      outputTokens: 3,
      reasoningTokens: 0,
    });
  });

  it('what the vendor says of its searches is each page once, cited ones first and with their titles, without the mark of the vendor', async () => {
    const sources = [
      { type: 'url', url: 'https://b.example/?x=1' },
      { type: 'url', url: 'https://a.example/' },
    ];
    const cited = { type: 'url_citation', url: 'https://a.example/?utm_source=openai', title: 'A' };
    const { sources: found } = await said([search(sources), message([cited])]);
    expect(found).toEqual([
      { url: 'https://a.example/', title: 'A' },
      { url: 'https://b.example/?x=1', title: '' },
    ]);
  });

  it.each([
    ['no list', 'https://a.example/'],
    ['nothing of a page', [null, 7, { url: 7 }, { url: 'javascript:alert(1)' }, { name: 'oai-weather' }]],
  ])('what the vendor says of its searches and when it is %s, the answer stands without', async (_name, odd) => {
    expect((await said([search(odd), message(odd)])).sources).toEqual([]);
  });
});
