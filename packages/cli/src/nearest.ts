import leven from 'leven';

/** A suggested name differs by at most three edits, and at least half of it is correct. */
export function nearest(name: string, knownNames: readonly string[]): string | undefined {
  if (name.length > 64) return undefined;
  const [best] = knownNames
    .map((candidate) => ({ candidate, edits: leven(plain(name), plain(candidate)) }))
    .filter(({ candidate, edits }) => edits <= 3 && edits * 2 <= Math.max(plain(name).length, plain(candidate).length))
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
