import type { Env } from '#shared/env.ts';
import { firstWebSearch } from '#shared/llm/first-web-search.ts';
import type { RecordedLlm } from '#shared/llm/recorded-llm.ts';
import type { WebSearch } from '#shared/llm/web-search.ts';
import type { Secrets } from '#shared/secrets.ts';
import { llmWebSearch } from './llm-web-search.ts';
import { tavilySearch } from './tavily-search.ts';

type With = {
  llm: RecordedLlm;
  secrets: Pick<Secrets, 'ofVendor'>;
  random: () => number;
  fetch?: typeof fetch | undefined;
};

export function webSearchOf({ SEARCH_ORDER, SEARCH_BASE_URL, STAGE }: Env, { llm, secrets, random, fetch }: With): WebSearch {
  const make: Record<Env['SEARCH_ORDER'][number], () => WebSearch> = {
    llm: () => llmWebSearch(llm),
    search: () =>
      tavilySearch({
        baseUrl: SEARCH_BASE_URL,
        stage: STAGE,
        apiKey: () => secrets.ofVendor('search_api_key'),
        random,
        fetch,
      }),
  };
  const [first, ...rest] = SEARCH_ORDER.map((name) => make[name]());
  if (!first) throw new Error('SEARCH_ORDER names no web search.');
  return firstWebSearch([first, ...rest]);
}
