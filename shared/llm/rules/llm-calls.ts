/** How a call of a model ended. `error`: it gave no answer. */
export const llmOutcomes = ['ok', 'refused', 'unreadable', 'error'] as const;

/** One call of a model, repeats included: what it was for, what it used, what it cost. Never what was said. */
export type LlmCall = {
  id: string;
  /** Whose work it was; `null` for work of nobody who has an account. */
  userId: number | null;
  /** Such as `discovery_profile`. */
  purpose: string;
  /** The task or the content session that it was part of. */
  subject: string | null;
  model: string;
  outcome: (typeof llmOutcomes)[number];
  /** The vendor's failure in a word, when there was one. */
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
  /** From sending to the answer. */
  milliseconds: number;
  /** Millionths of a US dollar, by the configured prices; `null` when the model has no price there. */
  costMicros: number | null;
  /** ISO 8601 in UTC. */
  createdAt: string;
};
