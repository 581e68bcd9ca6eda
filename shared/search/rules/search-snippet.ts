import type { Hit } from './search-documents.ts';

const before = 60;
const after = 120;

export type Snippet = {
  snippet: string;
  /** The highlights are places in UTF-16 units, the end excluded. */
  highlights: { start: number; end: number }[];
};

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

const whole = (text: string, at: number) => (/^[\udc00-\udfff]/.test(text.slice(at)) ? at - 1 : at);
