import { countText, percentText } from '../kit/money.ts';

type Step = { step: string; count: number };

/**
 * The widest bar is the step with most, so a bar never says less than its number. Shares are from 0 to 1.
 */
export function barOf(steps: readonly Step[], at: number): number {
  const most = Math.max(...steps.map(({ count }) => count));
  return most === 0 ? 0 : (steps[at]?.count ?? 0) / most;
}

/** The pixel does not report a step of which nothing arrived, while something of a later step did. */
const isUnrecorded = (steps: readonly Step[], at: number): boolean =>
  steps[at]?.count === 0 && steps.slice(at + 1).some(({ count }) => count > 0);

/** A person must know this to read the bar. */
export function noteOf(steps: readonly Step[], at: number): string | null {
  const [first, step] = [steps[0], steps[at]];
  if (isUnrecorded(steps, at)) return 'None was recorded, so nothing is known of this step.';
  if (!first || !step || step.count <= first.count || first.count === 0) return null;
  return step.step === 'page_views'
    ? 'More than sessions, since a visitor sees several pages.'
    : 'More than sessions, so the pixel misses visits.';
}

/** The rate in words. Of no previous events there is no rate, whatever the step has. */
export function rateText(steps: readonly Step[], at: number, rate: number | null): string | null {
  const [step, previous] = [steps[at], steps[at - 1]];
  if (!step || !previous || rate === null || previous.count === 0 || isUnrecorded(steps, at)) return null;
  if (step.count > previous.count) return `${countText(Math.round(rate * 10) / 10)} for each of the step before`;
  return `${percentText(rate)} · ${percentText(1 - rate)} lost`;
}
