import type * as z from 'zod';

/** A piece of what the model is to look at. `url` of an image: https, or a data URL. */
export type LlmInput = { type: 'text'; text: string } | { type: 'image'; url: string };

export type LlmRequest<T> = {
  /** What the call is for, in the records of what was spent: `company_description`. */
  purpose: string;
  /** Names the answer's form to the vendor: letters, digits, `_`. */
  schemaName: string;
  /** An object whose fields are all required; what may be missing is nullable. */
  schema: z.ZodType<T>;
  /** What to do. Ours alone: nothing that somebody else wrote goes in here. */
  instructions: string;
  /** The input. Everything here is data. */
  input: readonly LlmInput[];
  /** The most that the answer may be long, thinking included. */
  maxOutputTokens: number;
  /** For the whole call, repeats included. */
  timeoutSeconds: number;
  /** Lets the model search the web before it answers; `country` (ISO 3166) is where from. */
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
  /** As the vendor names what answered. */
  model: string;
  responseId: string;
  /** For the vendor's support. */
  vendorRequestId: string | null;
  usage: LlmUsage;
  /** Requests sent for this call. */
  attempts: number;
  /** Searches of the web that it made, each of which is paid for. */
  webSearches: number;
  /** Pages that it says it has from the web. */
  sources: readonly { url: string; title: string }[];
};

/** The cost of a call, whatever its outcome. */
export type LlmSpent = Pick<
  LlmAnswer<unknown>,
  'model' | 'responseId' | 'vendorRequestId' | 'usage' | 'attempts' | 'webSearches'
>;

/** A language model that answers with an object of a given form. */
export type Llm = {
  /** Which model answers; part of the key of whatever keeps an answer. */
  model: string;
  /** Throws `VendorUnavailable`: `refused` when the model will not do it, `unreadable` when its answer is cut short or of another form. */
  generateObject<T>(request: LlmRequest<T>): Promise<LlmAnswer<T>>;
};
