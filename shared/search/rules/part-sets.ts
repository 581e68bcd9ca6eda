/**
 * An entry is `16 * document number + parts`. Each of its low four bits marks a part of the document that
 * contains the trigram.
 */
export type PartSet = {
  readonly size: number;
  entries(): number[];
  among(entries: readonly number[]): number[];
};

export const maxDocuments = 4096;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const sixOf = new Uint8Array(128);
for (const [value, letter] of [...alphabet].entries()) sixOf[letter.charCodeAt(0)] = value;
const sparseMark = '~';

export const packed = (number: number, parts: number): number => number * 16 + parts;
export const numberOf = (entry: number): number => entry >> 4;

/**
 * The dense form has a hex digit for each document, the sparse form three letters for each entry. `entries` are
 * ascending.
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

const digitOf = (code: number) => (code < 58 ? code - 48 : code - 87);

function dense(text: string): PartSet {
  const last = text.length - 1;
  const partsOf = (number: number) => (number > last ? 0 : digitOf(text.charCodeAt(last - number)));
  return {
    size: text.length,
    entries() {
      const packedEntries: number[] = [];
      for (let number = 0; number <= last; number++)
        if (text.charCodeAt(last - number) !== 48) packedEntries.push(packed(number, partsOf(number)));
      return packedEntries;
    },
    among(entries) {
      const packedEntries: number[] = [];
      for (const entry of entries) {
        const parts = entry & partsOf(numberOf(entry)) & 15;
        if (parts > 0) packedEntries.push(packed(numberOf(entry), parts));
      }
      return packedEntries;
    },
  };
}

function sparse(text: string): PartSet {
  const entryAt = (at: number) => packed(sixAt(text, at) * 64 + sixAt(text, at + 1), digitOf(text.charCodeAt(at + 2)));
  return {
    size: (text.length - 1) / 3,
    entries() {
      const packedEntries: number[] = [];
      for (let at = 1; at < text.length; at += 3) packedEntries.push(entryAt(at));
      return packedEntries;
    },
    among(entries) {
      const packedEntries: number[] = [];
      let at = 1;
      for (const entry of entries) {
        const number = numberOf(entry);
        while (at < text.length && numberOf(entryAt(at)) < number) at += 3;
        if (at >= text.length) break;
        const ownEntry = entryAt(at);
        const parts = ownEntry & entry & 15;
        if (numberOf(ownEntry) === number && parts > 0) packedEntries.push(packed(number, parts));
      }
      return packedEntries;
    },
  };
}

const sixAt = (text: string, at: number) => sixOf[text.charCodeAt(at)] as number;
const ascending = (a: number, b: number) => a - b;

export function unionOf(sets: readonly PartSet[]): PartSet {
  const [first, ...rest] = sets;
  if (first && rest.length === 0) return first;
  return {
    size: sets.reduce((sum, { size }) => sum + size, 0),
    entries: () => sets.flatMap((set) => set.entries()).sort(ascending),
    among: (entries) => sets.flatMap((set) => set.among(entries)).sort(ascending),
  };
}

export function inAll(sets: readonly PartSet[]): number[] {
  const [smallest, ...others] = sets.toSorted((a, b) => a.size - b.size);
  let remaining = smallest?.entries() ?? [];
  for (const set of others) {
    if (remaining.length === 0) break;
    remaining = set.among(remaining);
  }
  return remaining;
}
