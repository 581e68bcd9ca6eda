import type { Hit } from './search-documents.ts';

/** Characters shown around a hit. */
const before = 60;
const after = 120;

export type Snippet = {
  /** Plain text, never markup. */
  snippet: string;
  /** Position of the match in it, in UTF-16 units, the end excluded: what JavaScript's `slice` takes. */
  highlights: { start: number; end: number }[];
};

/** A hit with some of the text around it; `…` marks omitted text. */
export function snippetOf({ text, start, end }: Hit): Snippet {
  const from = whole(text, Math.max(0, start - before));
  const until = whole(text, Math.min(text.length, end + after));
  const lead = from > 0 ? '…' : '';
  const shift = lead.length - from;
  return {
    snippet: `${lead}${text.slice(from, until)}${until < text.length ? '…' : ''}`,
    highlights: end > start ? [{ start: start + shift, end: end + shift }] : [],
  };
}

/** The place itself, or the one before when it is within a surrogate pair. */
const whole = (text: string, at: number) => (/^[\udc00-\udfff]/.test(text.slice(at)) ? at - 1 : at);
