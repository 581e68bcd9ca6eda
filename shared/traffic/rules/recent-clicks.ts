import { flood, interactionMinutes, sharedId } from '#shared/clicks/rules/limits.ts';
import { hours, minutes } from '#shared/values/durations.ts';

/** The subject is a network and ad, or a click ID of an ad network. Times are epoch milliseconds. */
export type RecentClick = { at: number; sid: string; network?: string };

export const interactionMs = /* @__PURE__ */ minutes(interactionMinutes);
export const sharedIdMs = /* @__PURE__ */ hours(sharedId.hours);
export const floodMs = /* @__PURE__ */ minutes(flood.minutes);
/** From this many clicks of one network and ad on, browsers are asked to report interaction. */
export const crowdFrom = 3;

export function merged(clicks: readonly RecentClick[], more: readonly RecentClick[], { withinMs }: { withinMs: number }): RecentClick[] {
  const all = [...new Map([...clicks, ...more].map((click) => [click.sid, click])).values()].sort(
    (a, b) => a.at - b.at || (a.sid < b.sid ? -1 : 1),
  );
  const from = (all.at(-1)?.at ?? 0) - withinMs;
  return all.filter(({ at }) => at >= from);
}

export function floodedIn<T extends { at: number }>(clicks: readonly T[]): T[] {
  const sorted = clicks.toSorted((a, b) => a.at - b.at);
  const isFlooded = sorted.map(() => false);
  for (let last = flood.clicks - 1; last < sorted.length; last++) {
    const first = last - flood.clicks + 1;
    if ((sorted[last] as T).at - (sorted[first] as T).at > floodMs) continue;
    isFlooded.fill(true, first, last + 1);
  }
  return sorted.filter((_, place) => isFlooded[place]);
}

/** The hash of a network differs on each UTC day, so the networks of two days are not added. */
export function isShared(clicks: readonly RecentClick[]): boolean {
  const byDay = Map.groupBy(clicks, ({ at }) => new Date(at).toISOString().slice(0, 10));
  return [...byDay.values()].some((some) => new Set(some.flatMap(({ network }) => network ?? [])).size >= sharedId.networks);
}
