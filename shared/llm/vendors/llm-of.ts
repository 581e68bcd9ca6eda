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
  /** Carries the calls, in place of the process's own. */
  fetch?: typeof fetch | undefined;
};

/** The language model, as the configuration says. */
export const llmOf = ({ LLM_BASE_URL, LLM_MODEL }: Env, { secrets, random, fetch }: With) =>
  openAiLlm({
    baseUrl: LLM_BASE_URL,
    model: LLM_MODEL,
    apiKey: () => secrets.ofVendor('llm_api_key'),
    random,
    fetch,
  });

/** The moderation: of the same vendor, with the same key, unless the configuration leads elsewhere. */
export const moderationOf = (env: Env, { secrets, random, fetch }: With) =>
  openAiModeration({
    baseUrl: env.MODERATION_BASE_URL || env.LLM_BASE_URL,
    model: env.MODERATION_MODEL,
    apiKey: () => secrets.ofVendor('llm_api_key'),
    random,
    fetch,
  });

/** The language model with a record of every call. */
export const recordedLlmOf = (
  env: Env,
  { analysis, now, ...more }: With & { analysis: () => Table; now: () => number },
) =>
  recordedLlm(llmOf(env, more), {
    calls: llmCallsIn(analysis()),
    spend: llmSpendIn(analysis(), { now }),
    prices: env.LLM_PRICES,
    now,
  });
