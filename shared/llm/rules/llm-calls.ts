/** The outcome of a model call. `error` means that there was no answer. */
export const llmOutcomes = ['ok', 'refused', 'unreadable', 'error'] as const;

/** A model call including retries: its purpose, usage and cost, never its content. */
export type LlmCall = {
  id: string;
  /** The user of the work, or `null` for work without an account. */
  userId: number | null;
  /** The purpose, such as `discovery_profile`. */
  purpose: string;
  /** The task or content session of the call. */
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
  /** The time from sending to the answer. */
  milliseconds: number;
  /** Millionths of a US dollar, by the configured prices; `null` for a model without a price. */
  costMicros: number | null;
  /** ISO 8601 in UTC. */
  createdAt: string;
};
