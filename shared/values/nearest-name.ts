import leven from 'leven';

/** The work grows with the length of names. */
const maxLength = 64;
const maxDistance = 3;

export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  const [nearest] = known
    .map((one) => {
      const [a, b] = [plain(name), plain(one)];
      return { one, distance: leven(a, b), length: Math.max(a.length, b.length) };
    })
    .filter(({ distance, length }) => distance <= maxDistance && distance * 2 <= length)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.one;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Shorter words make unrelated names similar: `APP_BASE_URL` is another program's, not our `API_BASE_URL`. */
const minWordLength = 5;

export function misspeltName(name: string, known: readonly string[]): string | undefined {
  const words = name.toUpperCase().split('_');
  return known.find((one) => {
    const knownWords = one.split('_');
    if (one === name || knownWords.length === 1) return false;
    if (plain(one) === plain(name)) return true;
    if (knownWords.length !== words.length) return false;
    const distances = knownWords.map((word, at) => leven(word, words[at] ?? ''));
    const isNear = knownWords.every((word, at) => {
      const distance = distances[at] ?? 0;
      return distance === 0 || (distance === 1 && word.length >= minWordLength);
    });
    return isNear && distances.reduce((sum, distance) => sum + distance, 0) <= 2;
  });
}
