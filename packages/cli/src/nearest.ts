import leven from 'leven';

/** A suggested name differs by at most three edits, and at least half of it is correct. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 64) return undefined;
  const [best] = known
    .map((one) => ({ one, edits: leven(plain(name), plain(one)) }))
    .filter(({ one, edits }) => edits <= 3 && edits * 2 <= Math.max(plain(name).length, plain(one).length))
    .sort((a, b) => a.edits - b.edits);
  return best?.one;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
