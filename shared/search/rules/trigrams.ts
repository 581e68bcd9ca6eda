const maxLength = 3;
/** A query looks up at most this many grams, because each is a read. */
const maxLookedUp = 10;
const maxFingerprints = 8;
const frequency = ' etaoinshrdlucmfwypvbgkjqxz';
/** With this number of bits per gram, some 22 % of the bits are set. */
const bitsPerGram = 4;
const minBits = 512;
const maxBits = 32_768;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const sixOf = new Map([...alphabet].map((letter, value) => [letter, value]));

export function gramsOf(texts: readonly string[]): Set<string> {
  const trigrams = new Set(['']);
  for (const text of texts) {
    const characters = [...text];
    for (let at = 0; at < characters.length; at++) {
      let gram = '';
      for (const character of characters.slice(at, at + maxLength)) {
        gram += character;
        trigrams.add(gram);
      }
    }
  }
  return trigrams;
}

export function gramsOfQuery(query: string): string[] {
  const characters = [...query];
  if (characters.length <= maxLength) return [query];
  const starts = characters.length - maxLength + 1;
  return [...new Set(Array.from({ length: starts }, (_, at) => characters.slice(at, at + maxLength).join('')))];
}

/** Neighbouring grams say little more, so rare grams that are far apart are chosen. */
export function lookedUp(trigrams: readonly string[], fingerprints: readonly string[] = []): string[] {
  const step = Math.max(1, fingerprints.length / maxFingerprints);
  const some = fingerprints.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  return [...some, ...seldomOf(trigrams, maxLookedUp - some.length)];
}

function seldomOf(trigrams: readonly string[], count: number): string[] {
  if (trigrams.length <= count) return [...trigrams];
  const seldomFirst = trigrams.map((_, at) => at).sort((a, b) => rarityOf(trigrams[b]) - rarityOf(trigrams[a]));
  const places: number[] = [];
  for (let apart = maxLength; apart >= 1; apart--)
    for (const at of seldomFirst) if (places.length < count && places.every((other) => Math.abs(other - at) >= apart)) places.push(at);
  return places.map((at) => trigrams[at] as string);
}

const rarityOf = (gram = '') =>
  [...gram].reduce((sum, character) => {
    const at = frequency.indexOf(character);
    return sum + (at >= 0 ? at : character < '\x80' ? 16 : frequency.length);
  }, 0);

/** The signature is a Bloom filter, which has no false negatives. */
export function signatureOf(trigrams: ReadonlySet<string>): string {
  const bits = Math.min(maxBits, Math.max(minBits, trigrams.size * bitsPerGram));
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

export function mayHave(signature: string, trigrams: readonly string[]): boolean {
  const size = signature.length * 6;
  return trigrams.every((gram) => {
    const bit = hashOf(gram) % size;
    return ((sixOf.get(signature[Math.floor(bit / 6)] ?? '') ?? 0) >> (bit % 6)) & 1;
  });
}

/** A gram's FNV-1a hash is mixed, so that every bit counts. */
function hashOf(gram: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < gram.length; i++) hash = Math.imul(hash ^ gram.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
