/** The longest piece of text that the index knows. */
const most = 3;
/** Grams of a query that are looked up: each is a read, and with these few candidates are left that are none. */
const maxLookedUp = 10;
/** Documents that have so many fingerprints of a query are few. */
const maxFingerprints = 8;
/** Letters as often as they come; what stands for itself comes less often, other scripts least. */
const frequency = ' etaoinshrdlucmfwypvbgkjqxz';
/** Bits of a signature for each gram of its text, so that some 22 % of the bits are set. */
const bitsPerGram = 4;
const fewestBits = 512;
const maxBits = 32_768;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const sixOf = new Map([...alphabet].map((letter, value) => [letter, value]));

/** Every piece of one to three characters of folded texts, and the empty one, which every document has. */
export function gramsOf(texts: readonly string[]): Set<string> {
  const trigrams = new Set(['']);
  for (const text of texts) {
    const characters = [...text];
    for (let at = 0; at < characters.length; at++) {
      let gram = '';
      for (const character of characters.slice(at, at + most)) {
        gram += character;
        trigrams.add(gram);
      }
    }
  }
  return trigrams;
}

/** The grams that every text with this folded query has, as long as they get: the query itself when it is short. */
export function gramsOfQuery(query: string): string[] {
  const characters = [...query];
  if (characters.length <= most) return [query];
  const starts = characters.length - most + 1;
  return [...new Set(Array.from({ length: starts }, (_, at) => characters.slice(at, at + most).join('')))];
}

/**
 * What to look up for a query: some of its fingerprints, and of its grams (`trigrams`, in their order) those of letters that
 * come seldom, far from one another, since a gram says little about a text that has its neighbours.
 */
export function lookedUp(trigrams: readonly string[], fingerprints: readonly string[] = []): string[] {
  const step = Math.max(1, fingerprints.length / maxFingerprints);
  const some = fingerprints.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  return [...some, ...seldomOf(trigrams, maxLookedUp - some.length)];
}

function seldomOf(trigrams: readonly string[], count: number): string[] {
  if (trigrams.length <= count) return [...trigrams];
  const seldomFirst = trigrams
    .map((_, at) => at)
    .sort((a, b) => rarityOf(trigrams[b]) - rarityOf(trigrams[a]));
  const taken: number[] = [];
  for (let apart = most; apart >= 1; apart--)
    for (const at of seldomFirst)
      if (taken.length < count && taken.every((other) => Math.abs(other - at) >= apart)) taken.push(at);
  return taken.map((at) => trigrams[at] as string);
}

const rarityOf = (gram = '') =>
  [...gram].reduce((sum, character) => {
    const at = frequency.indexOf(character);
    return sum + (at >= 0 ? at : character < '\x80' ? 16 : frequency.length);
  }, 0);

/** A Bloom filter of grams with one hash, six bits a letter: a gram that is not in it is in none of the texts. */
export function signatureOf(trigrams: ReadonlySet<string>): string {
  const bits = Math.min(maxBits, Math.max(fewestBits, trigrams.size * bitsPerGram));
  const sixes = new Uint8Array(Math.ceil(bits / 6));
  const size = sixes.length * 6;
  for (const gram of trigrams) {
    const bit = hashOf(gram) % size;
    const at = Math.floor(bit / 6);
    sixes[at] = (sixes[at] ?? 0) | (1 << (bit % 6));
  }
  let signature = '';
  for (const six of sixes) signature += alphabet[six];
  return signature;
}

/** Whether texts of this signature may have all of the grams. */
export function mayHave(signature: string, trigrams: readonly string[]): boolean {
  const size = signature.length * 6;
  return trigrams.every((gram) => {
    const bit = hashOf(gram) % size;
    return ((sixOf.get(signature[Math.floor(bit / 6)] ?? '') ?? 0) >> (bit % 6)) & 1;
  });
}

/** FNV-1a over UTF-16 units, mixed once more so that every bit of it counts. */
function hashOf(gram: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < gram.length; i++) hash = Math.imul(hash ^ gram.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
