import { nearestName } from '#shared/values/nearest-name.ts';

export function unknownNameMessage(
  name: string,
  known: readonly string[],
  { one, many }: { one: string; many: string },
): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `Unknown ${one}. Did you mean \`${nearest}\`?`;
  if (known.length === 0) return `Unknown ${one}. This operation has no ${many}.`;
  return `Unknown ${one}. Known ${one}s: ${known.map((each) => `\`${each}\``).join(', ')}.`;
}
