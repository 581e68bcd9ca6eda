import type { Env } from '#shared/env.ts';
import { recordedLlm } from '#shared/llm/recorded-llm.ts';
import { llmCallsIn } from '#shared/llm/store/llm-calls.ts';
import { llmSpendIn } from '#shared/llm/store/llm-spend.ts';
import type { Secrets } from '#shared/secrets.ts';
import type { Table } from '#shared/store/table.ts';
import { openAiLlm } from './openai-llm.ts';
import { openAiModeration } from './openai-moderation.ts';

type With = {
  secrets: Pick<Secrets, 'ofVendor'>;
  random: () => number;
  fetch?: typeof fetch | undefined;
};

export const llmOf = ({ LLM_BASE_URL, LLM_MODEL }: Env, { secrets, random, fetch }: With) =>
  openAiLlm({
    baseUrl: LLM_BASE_URL,
    model: LLM_MODEL,
    apiKey: () => secrets.ofVendor('llm_api_key'),
    random,
    fetch,
  });

export const moderationOf = (env: Env, { secrets, random, fetch }: With) =>
  openAiModeration({
    baseUrl: env.MODERATION_BASE_URL || env.LLM_BASE_URL,
    model: env.MODERATION_MODEL,
    apiKey: () => secrets.ofVendor('llm_api_key'),
    random,
    fetch,
  });

export const recordedLlmOf = (env: Env, { analysis, now, ...more }: With & { analysis: () => Table; now: () => number }) =>
  recordedLlm(llmOf(env, more), {
    calls: llmCallsIn(analysis()),
    spend: llmSpendIn(analysis(), { now }),
    prices: env.LLM_PRICES,
    now,
  });
