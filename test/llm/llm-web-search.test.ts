import type { LlmRequest } from '#shared/llm/llm.ts';
import type { AskedFor, RecordedAnswer, RecordedLlm } from '#shared/llm/recorded-llm.ts';
import { llmWebSearch } from '#shared/llm/vendors/llm-web-search.ts';

const whom = { userId: 1, subject: 'tsk_1' };
const options = { whom, most: 2, country: 'DE', timeoutSeconds: 20 };
const row = { put: { pk: 'x', sk: 'y' } };

function modelOf(listed: readonly string[], seen: readonly string[]) {
  const asked: { whom: AskedFor; request: LlmRequest<unknown> }[] = [];
  const llm: RecordedLlm = {
    model: 'm',
    async ask<T>(of: AskedFor, request: LlmRequest<T>) {
      asked.push({ whom: of, request });
      const object = { results: listed.map((url) => ({ url, title: 'T', snippet: 'S' })) };
      return {
        object,
        sources: seen.map((url) => ({ url, title: '' })),
        row,
      } as unknown as RecordedAnswer<T>;
    },
  };
  return { llm, asked };
}

it('lists only pages of sites that the search showed, so that nothing is made up', async () => {
  const { llm } = modelOf(
    ['https://made-up.example/', 'https://www.seen.example/deep', 'javascript:alert(1)'],
    ['https://seen.example/', 'https://other.example/'],
  );
  expect((await llmWebSearch(llm).search('shoes', options)).results).toEqual([
    { url: 'https://www.seen.example/deep', title: 'T', snippet: 'S' },
  ]);
});

it('lists nothing when nothing was searched, and no more than asked for', async () => {
  const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'];
  expect((await llmWebSearch(modelOf(urls, []).llm).search('shoes', options)).results).toEqual([]);
  expect((await llmWebSearch(modelOf(urls, urls).llm).search('shoes', options)).results).toHaveLength(2);
});

it('asks in the name of whom it is for, from where, with the query as data, and hands on the row', async () => {
  const { llm, asked } = modelOf([], []);
  expect(await llmWebSearch(llm).search('a "query"', options)).toMatchObject({ rows: [row] });
  const [call] = asked;
  expect(call?.whom).toEqual(whom);
  expect(call?.request).toMatchObject({
    purpose: 'web_search',
    webSearch: { country: 'DE' },
    timeoutSeconds: 20,
  });
  expect(call?.request.input).toEqual([{ type: 'text', text: '{"query":"a \\"query\\"","most_results":2}' }]);
  expect(call?.request.instructions).not.toContain('a "query"');
});
