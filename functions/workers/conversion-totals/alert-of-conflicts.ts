import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { ProjectionDeps } from '#shared/reports/projection-deps.ts';

/**
 * Mails the owner of an account whose live events conflict, at most once a UTC day. What a batch stored under another id
 * lost nothing, so it is left to the funnel report.
 */
export async function alertOfConflicts(
  conversions: readonly Conversion[],
  { conflictAlerts }: Pick<ProjectionDeps, 'conflictAlerts'>,
): Promise<void> {
  const lost = conversions.filter(
    ({ environment, conflict }) => environment === 'live' && !conflict?.storedAs,
  );
  for (const some of Map.groupBy(lost, ({ accountId }) => accountId).values())
    await conflictAlerts.raise(some[0] as Conversion);
}
