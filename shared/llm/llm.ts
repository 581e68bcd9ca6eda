import type * as z from 'zod';

/** `url` of an image is https, or a data URL. */
export type LlmInput = { type: 'text'; text: string } | { type: 'image'; url: string };

export type LlmRequest<T> = {
  purpose: string;
  schemaName: string;
  /** All fields are required; optional values are nullable. */
  schema: z.ZodType<T>;
  instructions: string;
  input: readonly LlmInput[];
  maxOutputTokens: number;
  timeoutSeconds: number;
  /** The model searches the web first. `country` (ISO 3166) is the searcher's. */
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

export type LlmSpent = Pick<
  LlmAnswer<unknown>,
  'model' | 'responseId' | 'vendorRequestId' | 'usage' | 'attempts' | 'webSearches'
>;

export type Llm = {
  /** The key of stored answers includes the name. */
  model: string;
  /**
   * Throws `VendorUnavailable`: `refused` if the model declines, `unreadable` if the answer is truncated or
   * malformed.
   */
  generateObject<T>(request: LlmRequest<T>): Promise<LlmAnswer<T>>;
};
