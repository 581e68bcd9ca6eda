import type { Found } from '#lib/local/market/search-market.ts';

/** The input of the model without its instructions. */
export type FormAsked = {
  texts: readonly string[];
  text: string;
  /** The pictures of the input, or `null` for a picture that was sent as an address. */
  images: readonly (Buffer | null)[];
  /** The results of the web search, when the request allows the search. */
  found: readonly Found[];
};

export type FormAnswer = (asked: FormAsked) => unknown;

/** Returns the first text that is a JSON object, because our prompts send data in this form. */
export function givenIn<T extends object>({ texts }: Pick<FormAsked, 'texts'>): Partial<T> {
  for (const text of texts) {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null) return value as Partial<T>;
    } catch {}
  }
  return {};
}
