import { openAiLlm } from '#shared/adapters/openai-llm.ts';
import { openAiModeration } from '#shared/adapters/openai-moderation.ts';
import type { Env } from '#shared/env.ts';
import type { Secrets } from '#shared/secrets.ts';

type With = { secrets: Pick<Secrets, 'ofVendor'>; random: () => number };

/** The language model, as the configuration says. */
export const llmOf = ({ LLM_BASE_URL, LLM_MODEL }: Env, { secrets, random }: With) =>
  openAiLlm({
    baseUrl: LLM_BASE_URL,
    model: LLM_MODEL,
    apiKey: () => secrets.ofVendor('llm_api_key'),
    random,
  });

/** The moderation: of the same vendor, with the same key, unless the configuration leads elsewhere. */
export const moderationOf = (env: Env, { secrets, random }: With) =>
  openAiModeration({
    baseUrl: env.MODERATION_BASE_URL || env.LLM_BASE_URL,
    model: env.MODERATION_MODEL,
    apiKey: () => secrets.ofVendor('llm_api_key'),
    random,
  });
