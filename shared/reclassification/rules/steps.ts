import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { lateMatchMs } from '#shared/conversions/rules/limits.ts';
import type { DayPlace } from '#shared/event-log/rules/day-parts.ts';
import { days, hours } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { daysBetween } from '#shared/values/quarter-hours.ts';

/**
 * Events come after all clicks. The late stages repeat the last days, because copies of older rules were cached and new
 * events arrived.
 */
export const stages = ['clicks', 'events', 'late_clicks', 'late_events'] as const;
export type Stage = (typeof stages)[number];
export type Step = { stage: Stage; environment: Environment; day: string };
export type Progress = Step & { place?: DayPlace };

const environments = ['live', 'test'] as const;
/** An event can arrive this long before its click. */
const earlyMs = lateMatchMs + days(1);
/** Copies of rules, clocks and streams lag by less than this. */
const lagMs = hours(1);

export const isLate = (stage: Stage): boolean => stage === 'late_clicks' || stage === 'late_events';
export const isOfClicks = (stage: Stage): boolean => stage === 'clicks' || stage === 'late_clicks';

type Period = { from: string; to: string; createdAt: string; isDry: boolean };

/** A dry run changes nothing, so it has no late stages. */
export function stepsOf({ from, to, createdAt, isDry }: Period, now: number): Step[] {
  const lateFrom = (ms: number) => (isDry ? [] : daysBetween(dayAt(Date.parse(createdAt) - ms), dayAt(now)));
  const daysOf: Record<Stage, readonly string[]> = {
    clicks: daysBetween(from, to),
    events: daysBetween(dayAt(Date.parse(from) - earlyMs), to),
    late_clicks: lateFrom(lagMs),
    late_events: lateFrom(lagMs + earlyMs),
  };
  return stages.flatMap((stage) => environments.flatMap((environment) => daysOf[stage].map((day) => ({ stage, environment, day }))));
}

export function remainingSteps(steps: readonly Step[], progress: Progress | null): Step[] {
  if (!progress) return [...steps];
  const order = orderOf(progress);
  return steps.filter((step) => orderOf(step) >= order);
}

const orderOf = ({ stage, environment, day }: Step) => `${stages.indexOf(stage)} ${environment} ${day}`;
const dayAt = (epoch: number) => dayOf(new Date(epoch).toISOString());
