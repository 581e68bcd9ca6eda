export const llmOutcomes = ['ok', 'refused', 'unreadable', 'error'] as const;

/** The record never contains content. */
export type LlmCall = {
  id: string;
  /** The user is `null` for work without an account. */
  userId: number | null;
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
  /** Millionths of a US dollar, by the configured prices; `null` for a model without a price. */
  costMicros: number | null;
  /** ISO 8601 in UTC. */
  createdAt: string;
};
