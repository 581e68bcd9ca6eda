import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Tally = {
  accountId: AccountId;
  environment: Environment;
  pixelKey?: string;
  at: string;
  counts: { metric: 'duplicate' | 'rejected'; detail: string; count: number }[];
};

export function mergedTallies(tallies: readonly Tally[]): Tally[] {
  const scopeOf = ({ accountId, environment, pixelKey, at }: Tally) => JSON.stringify([accountId, environment, pixelKey, at.slice(0, 19)]);
  return [...Map.groupBy(tallies, scopeOf).values()].map((same) => {
    const counts = Map.groupBy(
      same.flatMap((tally) => tally.counts),
      ({ metric, detail }) => `${metric} ${detail}`,
    );
    return {
      ...(same[0] as Tally),
      counts: [...counts.values()].map((some) => ({
        ...(some[0] as Tally['counts'][number]),
        count: some.reduce((sum, { count }) => sum + count, 0),
      })),
    };
  });
}
