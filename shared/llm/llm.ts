import type * as z from 'zod';

/** An image's `url` is https, or a data URL. */
export type LlmInput = { type: 'text'; text: string } | { type: 'image'; url: string };

export type LlmRequest<T> = {
  purpose: string;
  schemaName: string;
  /** All fields are required, so optional values are nullable. */
  schema: z.ZodType<T>;
  instructions: string;
  input: readonly LlmInput[];
  maxOutputTokens: number;
  timeoutSeconds: number;
  /** `country` (ISO 3166) is where the searcher is. */
  webSearch?: { country: string | null };
};

export type LlmUsage = {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
};
export type LlmAnswer<T> = {
  object: T;
  model: string;
  responseId: string;
  vendorRequestId: string | null;
  usage: LlmUsage;
  attempts: number;
  webSearches: number;
  sources: readonly { url: string; title: string }[];
};

export type LlmSpent = Pick<LlmAnswer<unknown>, 'model' | 'responseId' | 'vendorRequestId' | 'usage' | 'attempts' | 'webSearches'>;

export type Llm = {
  model: string;
  /** Throws `VendorUnavailable`: `refused` if the model declines, `unreadable` if the answer is malformed. */
  generateObject<T>(request: LlmRequest<T>): Promise<LlmAnswer<T>>;
};
