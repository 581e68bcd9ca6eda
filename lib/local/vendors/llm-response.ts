import { randomUUID } from 'node:crypto';
import type { Found } from '#lib/local/market/search-market.ts';
import type { LlmRequest } from './llm-request.ts';
import type { Answer } from './vendor-server.ts';

export type Searched = { query: string | null; found: readonly Found[] };

const nothingSearched: Searched = { query: null, found: [] };

const imageTokens = 765;
const searchTokens = 8_000;

export const textPart = (text: string, { found: foundPages }: Pick<Searched, 'found'> = nothingSearched) => ({
  type: 'output_text',
  text,
  annotations: foundPages.slice(0, 3).map(({ url, title }) => ({
    type: 'url_citation',
    url: `${url}?utm_source=openai`,
    title,
    start_index: 0,
    end_index: Math.min(text.length, 80),
  })),
  logprobs: [],
});

export function answered(
  request: LlmRequest,
  content: { type: string; text?: string; refusal?: string }[],
  { searched = nothingSearched, ...more }: { searched?: Searched } & Record<string, unknown> = {},
): Answer {
  const id = randomUUID().replaceAll('-', '');
  const searches = searchItems(searched, request, id);
  const usage = usageOf(request, content, searched.query === null ? 0 : 1);
  const most = request.max_output_tokens ?? Number.POSITIVE_INFINITY;
  const isCut = usage.output_tokens > most;
  return {
    status: 200,
    headers: { 'x-request-id': `req_${id}` },
    body: {
      id: `resp_${id}`,
      object: 'response',
      created_at: Math.floor(Date.now() / 1000),
      status: isCut ? 'incomplete' : 'completed',
      error: null,
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
      model: request.model,
      output: [
        { type: 'reasoning', id: `rs_${id}`, summary: [] },
        ...searches,
        {
          type: 'message',
          id: `msg_${id}`,
          status: isCut ? 'incomplete' : 'completed',
          role: 'assistant',
          content: isCut ? content.map((part) => ({ ...part, text: part.text?.slice(0, most) })) : content,
        },
      ],
      usage: isCut ? { ...usage, output_tokens: most, total_tokens: usage.input_tokens + most } : usage,
      ...more,
    },
  };
}

export function streamOf({ body, headers, ...answer }: Answer): Answer {
  const response = body as { status: string; output: { type: string; content?: { text?: string }[] }[] };
  const inProgress = { ...response, status: 'in_progress', output: [], usage: null };
  const texts = response.output.flatMap(({ content = [] }) => content.map(({ text = '' }) => text));
  const pieces = texts.join('').match(/.{1,200}/gsu) ?? [];
  let sequence_number = 0;
  const eventOf = (type: string, more: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...more })}\n\n`;
  return {
    ...answer,
    headers: { ...headers, 'content-type': 'text/event-stream' },
    begins: ['response.created', 'response.in_progress'].map((type) => eventOf(type, { response: inProgress })).join(''),
    body: [
      ...pieces.map((delta) => eventOf('response.output_text.delta', { delta })),
      eventOf(`response.${response.status}`, { response }),
    ].join(''),
  };
}

function searchItems({ query, found: foundPages }: Searched, { include }: LlmRequest, id: string): object[] {
  if (query === null) return [];
  const sources = foundPages.map(({ url }) => ({ type: 'url', url }));
  const isWanted = include?.includes('web_search_call.action.sources');
  const call = { type: 'web_search_call', status: 'completed' };
  const [first] = foundPages;
  return [
    {
      ...call,
      id: `ws_${id}`,
      action: { type: 'search', query, queries: [query], ...(isWanted && { sources }) },
    },
    ...(first ? [{ ...call, id: `ws_${id}b`, action: { type: 'open_page', url: first.url } }] : []),
  ];
}

function usageOf({ input, instructions, text }: LlmRequest, content: object[], searches: number) {
  const parts = input.flatMap((message) => message.content);
  const images = parts.filter(({ type }) => type === 'input_image').length;
  const words = parts.map((part) => (part.type === 'input_text' ? part.text : ''));
  const input_tokens = tokens([instructions, words, text.format.schema]) + images * imageTokens + searches * searchTokens;
  const outputTokens = tokens(content);
  const reasoning_tokens = 64 * (1 + Math.min(9, Math.floor(input_tokens / 1500)));
  const output_tokens = outputTokens + reasoning_tokens;
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens },
    total_tokens: input_tokens + output_tokens,
  };
}

const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
