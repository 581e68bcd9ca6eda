import { setBounded } from '#shared/values/bounded.ts';
import { merged, type RecentClick } from './recent-clicks.ts';

export type RecentMemory = ReturnType<typeof recentMemory>;

export function recentMemory(bounds: { withinMs: number; most: number; subjects: number }) {
  const clicksOf = new Map<string, RecentClick[]>();
  return {
    /** Returns all clicks including `more`, though fewer are remembered. */
    add(subject: string, more: readonly RecentClick[]): readonly RecentClick[] {
      const clicks = merged(clicksOf.get(subject) ?? [], more, bounds);
      setBounded(clicksOf, subject, clicks.slice(-bounds.most), bounds.subjects);
      return clicks;
    },
  };
}
