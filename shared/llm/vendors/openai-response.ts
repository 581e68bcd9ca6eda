import * as z from 'zod';
import type { LlmAnswer, LlmUsage } from '#shared/llm/llm.ts';
import type { VendorFailure } from '#shared/vendors/vendor-unavailable.ts';

const Count = z.number().min(0).catch(0);
const Source = z.looseObject({ url: z.string(), title: z.string().nullish().catch(null) });
const Sources = z.array(z.unknown()).transform((sources) => sources.flatMap((source) => Source.safeParse(source).data ?? []));
const Part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  annotations: Sources.optional().catch(undefined),
});
const Item = z.looseObject({
  type: z.string(),
  content: z.array(Part).optional().catch(undefined),
  action: z
    .looseObject({ type: z.string(), sources: Sources.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

export const OpenAiResponse = z.object({
  id: z.string(),
  model: z.string(),
  status: z.string().nullish(),
  error: z.object({ code: z.string().nullish() }).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(Item),
  usage: z
    .object({
      input_tokens: Count,
      output_tokens: Count,
      input_tokens_details: z.object({ cached_tokens: Count }).nullish(),
      output_tokens_details: z.object({ reasoning_tokens: Count }).nullish(),
    })
    .nullish(),
});
export type OpenAiResponse = z.output<typeof OpenAiResponse>;

type Flaw = { failure: VendorFailure; code?: string };

export function flawOf({ status, error, incomplete_details, output }: OpenAiResponse): Flaw | null {
  if (partsOf(output).some(({ type }) => type === 'refusal') || incomplete_details?.reason === 'content_filter')
    return { failure: 'refused', code: 'refusal' };
  if (status === 'incomplete') return { failure: 'unreadable', code: 'incomplete' };
  if (status === 'failed') {
    const code = error?.code ?? '';
    const isRefused = code === 'invalid_prompt' || /(?:^|_)image(?:_|$)/.test(code);
    return { failure: isRefused ? 'refused' : 'failed', ...(code && { code }) };
  }
  return null;
}

export const textOf = ({ output }: OpenAiResponse): string =>
  partsOf(output)
    .map(({ type, text = '' }) => (type === 'output_text' ? text : ''))
    .join('');

export const usageOf = ({ usage }: OpenAiResponse): LlmUsage => ({
  inputTokens: usage?.input_tokens ?? 0,
  cachedInputTokens: usage?.input_tokens_details?.cached_tokens ?? 0,
  outputTokens: usage?.output_tokens ?? 0,
  reasoningTokens: usage?.output_tokens_details?.reasoning_tokens ?? 0,
});

/** Only searches cost money, not opened pages. */
export const webSearchesIn = ({ output }: OpenAiResponse): number =>
  output.filter(({ type, action }) => type === 'web_search_call' && action?.type === 'search').length;

export function sourcesIn({ output }: OpenAiResponse): LlmAnswer<unknown>['sources'] {
  const cited = partsOf(output).flatMap(({ annotations = [] }) => annotations.filter(({ type }) => type === 'url_citation'));
  const openedSources = output.flatMap(({ action }) => action?.sources ?? []);
  const byUrl = new Map<string, string>();
  for (const { url, title } of [...cited, ...openedSources]) {
    const plain = plainUrl(url);
    if (plain && !byUrl.get(plain)) byUrl.set(plain, title ?? '');
  }
  return [...byUrl].map(([url, title]) => ({ url, title }));
}

const partsOf = (output: OpenAiResponse['output']) => output.flatMap(({ type, content = [] }) => (type === 'message' ? content : []));

/** The vendor adds a tracking parameter to URLs, which is removed. */
function plainUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  if (url.searchParams.get('utm_source') === 'openai') url.searchParams.delete('utm_source');
  return url.href;
}
