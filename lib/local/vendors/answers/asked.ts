import type { Found } from '#lib/local/market/search-market.ts';

export type FormAsked = {
  texts: readonly string[];
  text: string;
  images: readonly (Buffer | null)[];
  found: readonly Found[];
};

export type FormAnswer = (asked: FormAsked) => unknown;

export function givenIn<T extends object>({ texts }: Pick<FormAsked, 'texts'>): Partial<T> {
  for (const text of texts) {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null) return value as Partial<T>;
    } catch {}
  }
  return {};
}
