import type { AccountId } from '#shared/values/tenant.ts';
export const llmOutcomes = ['ok', 'refused', 'unreadable', 'error'] as const;

/** The record of a call never contains its content. */
export type LlmCall = {
  id: string;
  userId: AccountId | null;
  purpose: string;
  subject: string | null;
  model: string;
  outcome: (typeof llmOutcomes)[number];
  errorCode: string | null;
  responseId: string | null;
  vendorRequestId: string | null;
  attempts: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  webSearches: number;
  images: number;
  milliseconds: number;
  /** The cost is in millionths of a US dollar. */
  costMicros: number | null;
  /** The time is ISO 8601 UTC. */
  createdAt: string;
};
