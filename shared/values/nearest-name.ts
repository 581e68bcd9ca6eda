import leven from 'leven';

/** The work grows with the length of names. */
const maxLength = 64;
const maxDistance = 3;

export function nearestName(name: string, knownNames: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  const [nearest] = knownNames
    .map((knownName) => {
      const [a, b] = [plainName(name), plainName(knownName)];
      return { knownName, distance: leven(a, b), length: Math.max(a.length, b.length) };
    })
    .filter(({ distance, length }) => distance <= maxDistance && distance * 2 <= length)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.knownName;
}

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Shorter words make unrelated names similar: `APP_BASE_URL` is another program's, not our `API_BASE_URL`. */
const minWordLength = 5;

export function misspeltName(name: string, knownNames: readonly string[]): string | undefined {
  const words = name.toUpperCase().split('_');
  return knownNames.find((knownName) => {
    const knownWords = knownName.split('_');
    if (knownName === name || knownWords.length === 1) return false;
    if (plainName(knownName) === plainName(name)) return true;
    if (knownWords.length !== words.length) return false;
    const distances = knownWords.map((word, at) => leven(word, words[at] ?? ''));
    const isNear = knownWords.every((word, at) => {
      const distance = distances[at] ?? 0;
      return distance === 0 || (distance === 1 && word.length >= minWordLength);
    });
    return isNear && distances.reduce((sum, distance) => sum + distance, 0) <= 2;
  });
}
