import type { Found } from '#lib/local/market/search-market.ts';

/** What a form's answer is made of: all that the model was sent beside its instructions. */
export type FormAsked = {
  /** The texts of the input, in order. */
  texts: readonly string[];
  /** All of them, a line each. */
  text: string;
  /** The pictures of the input; `null` where an address was sent. */
  images: readonly (Buffer | null)[];
  /** What the web search found, when the request lets the model search. */
  found: readonly Found[];
};

/** What the mock server answers in one form. */
export type FormAnswer = (asked: FormAsked) => unknown;

/** The first text that is a JSON object, else an empty one: our prompts send data that way. */
export function givenIn<T extends object>({ texts }: Pick<FormAsked, 'texts'>): Partial<T> {
  for (const text of texts) {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null) return value as Partial<T>;
    } catch {}
  }
  return {};
}
