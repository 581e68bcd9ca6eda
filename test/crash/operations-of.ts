type Calls = readonly { operation: string }[];

export const operationsOf = (calls: Calls): string => calls.map(({ operation }) => operation).join(' ');

export function operationCounts(calls: Calls): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { operation } of calls) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}
