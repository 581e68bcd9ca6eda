import type * as z from 'zod';

/** A part of the model's input. `url` of an image is https, or a data URL. */
export type LlmInput = { type: 'text'; text: string } | { type: 'image'; url: string };

export type LlmRequest<T> = {
  /** The purpose of the call in the records of spending, such as `company_description`. */
  purpose: string;
  /** The name of the answer's form for the vendor: letters, digits, `_`. */
  schemaName: string;
  /** An object whose fields are all required; optional values are nullable. */
  schema: z.ZodType<T>;
  /** The service's own instructions. They must contain no text of another person. */
  instructions: string;
  /** The input, which counts as data only. */
  input: readonly LlmInput[];
  /** The maximum length of the answer, including reasoning. */
  maxOutputTokens: number;
  /** The timeout of the whole call, including retries. */
  timeoutSeconds: number;
  /** Lets the model search the web first; `country` (ISO 3166) is the searcher's country. */
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
  /** The ID for the vendor's support. */
  vendorRequestId: string | null;
  usage: LlmUsage;
  /** Requests sent for this call. */
  attempts: number;
  /** The number of web searches, each of which costs money. */
  webSearches: number;
  /** The pages that it names as sources from the web. */
  sources: readonly { url: string; title: string }[];
};

/** The usage of a call, whatever its outcome. */
export type LlmSpent = Pick<
  LlmAnswer<unknown>,
  'model' | 'responseId' | 'vendorRequestId' | 'usage' | 'attempts' | 'webSearches'
>;

export type Llm = {
  /** The model's name, which is part of the key of stored answers. */
  model: string;
  /**
   * Throws `VendorUnavailable`: `refused` if the model declines, `unreadable` if its answer is truncated or
   * has another form.
   */
  generateObject<T>(request: LlmRequest<T>): Promise<LlmAnswer<T>>;
};
