import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { ConflictAlerts } from '#shared/conversions/store/conflict-alerts.ts';

/**
 * An owner gets at most one mail about conflicts per UTC day. An event that was stored under another ID is
 * not lost.
 */
export async function alertOfConflicts(
  conversions: readonly Conversion[],
  { conflictAlerts }: { conflictAlerts: ConflictAlerts },
): Promise<void> {
  const lost = conversions.filter(({ environment, conflict }) => environment === 'live' && !conflict?.storedAs);
  for (const some of Map.groupBy(lost, ({ accountId }) => accountId).values()) await conflictAlerts.raise(some[0] as Conversion);
}
