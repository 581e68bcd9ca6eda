import leven from 'leven';

/** What the problem of an unknown name says: the known name that was probably meant, or all known names. */
export function unknownNameMessage(
  name: string,
  known: readonly string[],
  { one, many }: { one: string; many: string },
): string {
  const nearest = nearestOf(name, known);
  if (nearest !== undefined) return `Unknown ${one}. Did you mean \`${nearest}\`?`;
  if (known.length === 0) return `Unknown ${one}. This operation has no ${many}.`;
  return `Unknown ${one}. Known ${one}s: ${known.map((each) => `\`${each}\``).join(', ')}.`;
}

/** Longer names have no nearest name: the work grows with the length, and no known name is as long. */
const maxLength = 64;
const maxDistance = 3;

/** The known name that is at most three edits away, with at least half of it right. */
function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  const [nearest] = known
    .map((candidate) => {
      const [a, b] = [plain(name), plain(candidate)];
      return { candidate, distance: leven(a, b), length: Math.max(a.length, b.length) };
    })
    .filter(({ distance, length }) => distance <= maxDistance && distance * 2 <= length)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.candidate;
}

/** `groupBy`, `group-by` and `group_by` are one word. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
