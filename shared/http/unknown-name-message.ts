import { nearestName } from '#shared/values/nearest-name.ts';

export function unknownNameMessage(
  name: string,
  knownNames: readonly string[],
  { one: singular, many: plural }: { one: string; many: string },
): string {
  const nearest = nearestName(name, knownNames);
  if (nearest !== undefined) return `Unknown ${singular}. Did you mean \`${nearest}\`?`;
  if (knownNames.length === 0) return `Unknown ${singular}. This operation has no ${plural}.`;
  return `Unknown ${singular}. Known ${singular}s: ${knownNames.map((each) => `\`${each}\``).join(', ')}.`;
}
