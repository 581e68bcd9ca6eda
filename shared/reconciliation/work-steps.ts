import type { Effect } from '#shared/messages/effects.ts';
import { WorkLost } from '#shared/store/held-table.ts';
import { randomText } from '#shared/values/ids.ts';
import type { ReconciliationDeps } from './deps.ts';
import { isHeld, type Leased, leasedBy, maxTries, notLeased } from './rules/leases.ts';
import type { Reconciliation } from './rules/reconciliations.ts';

/** `until` is in milliseconds of `performance.now()`. */
export type Bounds = { until: number };
export type Outcome = 'ended' | 'busy' | 'more';
export type Work = {
  leasedOf(current: Reconciliation): Leased | null;
  withLease(current: Reconciliation, leased: Leased): Partial<Reconciliation>;
  step(current: Reconciliation): Promise<{ changes: Partial<Reconciliation>; effects?: Effect[] }>;
  givenUp(current: Reconciliation): Partial<Reconciliation>;
};

/** The result of each step is stored, so that a crash repeats at most one step. */
export async function workSteps(
  read: () => Promise<Reconciliation | null>,
  { leasedOf, withLease, step, givenUp }: Work,
  { until }: Bounds,
  { reconciliations, now }: Pick<ReconciliationDeps, 'reconciliations' | 'now'>,
): Promise<{ current: Reconciliation | null; outcome: Outcome }> {
  const token = randomText(12);
  const isOurs = (reconciliation: Reconciliation) => leasedOf(reconciliation)?.lease?.token === token;
  const write = async (
    reconciliation: Reconciliation,
    changes: Partial<Reconciliation>,
    leased: Leased,
    effects?: Effect[],
  ): Promise<Reconciliation | null> => {
    const after = { ...reconciliation, ...changes };
    const all = { ...changes, ...withLease(after, leasedOf(after) ? leased : notLeased) };
    return (await reconciliations.change(reconciliation, all, { effects: effects ?? [] })) ?? (await read());
  };
  let current = await read();
  const before = current && leasedOf(current);
  if (!current || !before) return { current, outcome: 'ended' };
  if (isHeld(before, now())) return { current, outcome: 'busy' };
  let tries = before.tries + 1;
  const lease = leasedBy(token, now(), tries);
  if (tries > maxTries) current = await write(current, givenUp(current), lease);
  else current = await write(current, {}, lease);
  try {
    while (current && leasedOf(current)) {
      // Another worker was first, or took over because a step outlasted the lease.
      if (!isOurs(current)) return { current, outcome: 'busy' };
      if (performance.now() >= until) {
        current = await write(current, {}, notLeased);
        return { current, outcome: 'more' };
      }
      const { changes, effects } = await step(current);
      tries = 0;
      current = await write(current, changes, leasedBy(token, now(), tries), effects);
    }
  } catch (error) {
    if (error instanceof WorkLost) return { current: await read(), outcome: 'busy' };
    if (current && isOurs(current)) await write(current, {}, { lease: null, tries }).catch(() => null);
    throw error;
  }
  return { current, outcome: 'ended' };
}
