/**
 * Which documents of a segment have a gram, in which of their four parts. A segment's documents have numbers from 0 on;
 * bits 0 to 3 are the parts.
 */
export type PartSet = {
  /** Documents in it, or more. */
  readonly size: number;
  /** The parts of a document; 0: it is not in the set. */
  partsOf(number: number): number;
  /** The documents, ascending. */
  numbers(): readonly number[];
};

/** Documents of a segment at most: two letters tell a number. */
export const maxDocuments = 4096;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** By character code. */
const sixOf = new Uint8Array(128);
for (const [value, letter] of [...alphabet].entries()) sixOf[letter.charCodeAt(0)] = value;
/** No digit: before a text of triples. */
const sparseMark = '~';

/** A document's number and its parts, as one number. */
export const packed = (number: number, parts: number): number => number * 16 + parts;

/**
 * The text of a set, from its entries in ascending order: a hex digit for each document up to the last, the first one
 * last; or, where that is shorter, three letters for each document in the set.
 */
export function textOfParts(entries: readonly number[]): string {
  const last = Math.floor((entries.at(-1) ?? 0) / 16);
  if (3 * entries.length < last) {
    let text = sparseMark;
    for (const entry of entries) {
      const number = Math.floor(entry / 16);
      text += `${alphabet[number >> 6]}${alphabet[number & 63]}${(entry % 16).toString(16)}`;
    }
    return text;
  }
  const digits = new Array<string>(last + 1).fill('0');
  for (const entry of entries) digits[last - Math.floor(entry / 16)] = (entry % 16).toString(16);
  return digits.join('');
}

export function partsOfText(text: string): PartSet {
  return text.startsWith(sparseMark) ? sparse(text) : dense(text);
}

/** The value of a hex digit in lower case, by its character code. */
const digitOf = (code: number) => (code < 58 ? code - 48 : code - 87);

function dense(text: string): PartSet {
  const last = text.length - 1;
  const partsOf = (number: number) => (number > last ? 0 : digitOf(text.charCodeAt(last - number)));
  const numbers = () => {
    const found: number[] = [];
    for (let number = 0; number <= last; number++)
      if (text.charCodeAt(last - number) !== 48) found.push(number);
    return found;
  };
  return { size: text.length, partsOf, numbers };
}

function sparse(text: string): PartSet {
  let read: Map<number, number> | undefined;
  const entries = () => {
    if (read) return read;
    read = new Map();
    for (let at = 1; at < text.length; at += 3)
      read.set(sixAt(text, at) * 64 + sixAt(text, at + 1), digitOf(text.charCodeAt(at + 2)));
    return read;
  };
  return {
    size: (text.length - 1) / 3,
    partsOf: (number) => entries().get(number) ?? 0,
    numbers: () => [...entries().keys()],
  };
}

const sixAt = (text: string, at: number) => sixOf[text.charCodeAt(at)] as number;

/** The union of sets of different documents. */
export function unionOf(sets: readonly PartSet[]): PartSet {
  const [first, ...rest] = sets;
  if (first && rest.length === 0) return first;
  return {
    size: sets.reduce((sum, { size }) => sum + size, 0),
    partsOf: (number) => sets.reduce((parts, set) => parts | set.partsOf(number), 0),
    numbers: () => sets.flatMap((set) => set.numbers()).sort((one, other) => one - other),
  };
}

/** The documents that are in all sets with one of their parts, ascending, with those parts. */
export function inAll([smallest, ...others]: readonly PartSet[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const number of smallest?.numbers() ?? []) {
    let parts = (smallest as PartSet).partsOf(number);
    for (const set of others) {
      if (parts === 0) break;
      parts &= set.partsOf(number);
    }
    if (parts > 0) found.set(number, parts);
  }
  return found;
}

/** Documents with some of their parts, as a set. */
export const partsOfEntries = (entries: ReadonlyMap<number, number>): PartSet => ({
  size: entries.size,
  partsOf: (number) => entries.get(number) ?? 0,
  numbers: () => [...entries.keys()],
});
