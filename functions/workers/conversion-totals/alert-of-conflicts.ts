import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { ProjectionDeps } from '#shared/reports/projection-deps.ts';

/**
 * An owner gets at most one mail about conflicts per UTC day. An event that was stored under another ID is
 * not lost.
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
