import type { ActivityCell } from '#shared/domain/activity.ts';
import type { Activity } from './activity.ts';

export type GatheredCounts = ReturnType<typeof gatheredCountsIn>;

const gatherMs = 5000;
/** More counters than this are not gathered for; what one that is forgotten held is lost. */
const rememberedCounters = 1000;

/**
 * Counts that may lag and may be lost with the process, but never cost each request a write: gathered in memory per
 * counter, and written by the first `add` five seconds after the gathering began.
 */
export function gatheredCountsIn(activity: Pick<Activity, 'add'>, { now }: { now: () => number }) {
  const waiting = new Map<string, { count: number; since: number }>();
  return {
    /** `atOnce` writes now, with what was gathered. */
    async add(cell: ActivityCell, count: number, { atOnce = false } = {}): Promise<void> {
      const id = JSON.stringify(cell);
      const gathered = waiting.get(id) ?? { count: 0, since: now() };
      gathered.count += count;
      if (atOnce || now() - gathered.since >= gatherMs) {
        // Forgotten first: a count that is written twice would be worse than one that is lost.
        waiting.delete(id);
        await activity.add(cell, gathered.count);
        return;
      }
      waiting.set(id, gathered);
      const [oldest] = waiting.keys();
      if (waiting.size > rememberedCounters && oldest) waiting.delete(oldest);
    },
  };
}
