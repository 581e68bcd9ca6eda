import type { Sender } from '#shared/messages/sender.ts';
import { reconciliationQueue } from '#shared/reconciliation/queues.ts';
import { minutes } from '#shared/values/durations.ts';
import type { ReconciliationDeps } from './deps.ts';
import { interrupted } from './read-upload.ts';
import { isHeld, notLeased } from './rules/leases.ts';
import { isRunning, type Reconciliation } from './rules/reconciliations.ts';
import { isRepairing, type RepairName, type RepairRun } from './rules/repairs.ts';
import type { ReconciliationRef } from './store/parts.ts';

type Ref = Omit<ReconciliationRef, 'createdAt'>;
const quietMs = minutes(10);

/** A message that failed at every receive ends its reconciliation or repair. The call is idempotent. */
export async function giveUp(
  { accountId, environment, id }: Ref,
  repair: RepairName | undefined,
  { reconciliations }: Pick<ReconciliationDeps, 'reconciliations'>,
): Promise<void> {
  for (;;) {
    const current = await reconciliations.byId(accountId, environment, id);
    const run = repair && current?.repairs[repair];
    if (!current || (repair ? !run || !isRepairing(run) : !isRunning(current))) return;
    const changes =
      repair && run
        ? { repairs: { ...current.repairs, [repair]: { ...run, ...notLeased, status: 'failed' as const } } }
        : { ...interrupted, ...notLeased };
    if (await reconciliations.change(current, changes)) return;
  }
}

/**
 * A message that was lost, for example by a restore, would leave a reconciliation or a repair open, so a look
 * sends it again. Returns whether the reconciliation has changed.
 */
export async function continueAbandoned(
  current: Reconciliation,
  { reconciliations, queues, now }: Pick<ReconciliationDeps, 'reconciliations' | 'now'> & { queues: Pick<Sender, 'send'> },
): Promise<boolean> {
  const { accountId, environment, id, createdAt, repairs } = current;
  const isQuiet = (since: string) => now() - Date.parse(current.continuedAt ?? since) >= quietMs;
  const openRepairs = Object.entries(repairs as Record<RepairName, RepairRun>).filter(
    ([, run]) => isRepairing(run) && !isHeld(run, now()) && isQuiet(run.startedAt),
  );
  const isOpen = isRunning(current) && !isHeld(current, now()) && isQuiet(createdAt);
  if (!isOpen && openRepairs.length === 0) return false;
  const continuedAt = new Date(now()).toISOString();
  if (!(await reconciliations.change(current, { continuedAt }))) return true;
  const message = { account_id: accountId, environment, reconciliation_id: id };
  if (isOpen) await queues.send(reconciliationQueue, message);
  for (const [repair] of openRepairs) await queues.send(reconciliationQueue, { ...message, repair: repair as RepairName });
  return true;
}
