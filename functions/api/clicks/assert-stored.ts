import type { DepsOf } from '#shared/aws/deps-of.ts';
import { logDays } from '#shared/event-log/needs.ts';
import { days } from '#shared/values/durations.ts';
import { invalid } from '#shared/values/errors.ts';
import { dayOf } from '#shared/values/iso-date.ts';

export const assertStoredNeeds = { logDays };
type Deps = DepsOf<typeof assertStoredNeeds>;

/** Throws unless the event log still stores the clicks of every day from `from` to `to`. */
export function assertStored({ from, to }: { from: string; to: string }, { now, logDays }: Pick<Deps, 'now' | 'logDays'>): void {
  const first = dayAt(now() - days(logDays - 1));
  const problem = (msg: string) => invalid({ type: 'value_error', loc: ['body', 'from'], msg });
  if (from > to) throw problem('`from` is in the future');
  if (from < first) throw problem(`The log reaches back to ${first}`);
}

const dayAt = (epoch: number) => dayOf(new Date(epoch).toISOString());
