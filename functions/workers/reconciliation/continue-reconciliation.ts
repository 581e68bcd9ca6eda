import type { MessageOf } from '#shared/messages/queue.ts';
import { GivenUp } from '#shared/messages/retry-soon.ts';
import { continueRepair } from '#shared/reconciliation/continue-repair.ts';
import { giveUp } from '#shared/reconciliation/give-up.ts';
import { reconciliationQueue } from '#shared/reconciliation/queues.ts';
import { reconcile } from '#shared/reconciliation/reconcile.ts';
import { inTurn } from '#shared/worker/in-turn.ts';
import type { Deps } from './needs.ts';

/**
 * The message waits this long while another worker runs the reconciliation, and continues it if that worker
 * dies.
 */
const busySeconds = 15;

/** An account runs a single reconciliation or repair at a time. */
export async function continueReconciliation(
  message: MessageOf<typeof reconciliationQueue>,
  deps: Deps,
  isLastReceive = false,
): Promise<void> {
  const { account_id: accountId, environment, reconciliation_id: id, repair, names_from: namesFrom } = message;
  const of = { accountId, environment, id };
  if (isLastReceive && namesFrom === undefined) {
    await giveUp(of, repair, deps);
    throw new GivenUp(`The reconciliation ${id} failed at every receive.`);
  }
  const name = repair ? `${id} ${repair}` : id;
  await inTurn({ queue: reconciliationQueue, message, account: accountId, name }, deps, async () => {
    const bounds = { until: performance.now() + deps.workSeconds * 1000 };
    const result = repair
      ? { outcome: await continueRepair(of, repair, bounds, deps) }
      : await reconcile(of, { ...bounds, namesFrom }, deps);
    if (result.outcome === 'busy') await deps.queues.send(reconciliationQueue, message, { delaySeconds: busySeconds });
    if (result.outcome !== 'more') return;
    const place = 'namesFrom' in result ? { names_from: result.namesFrom } : {};
    await deps.queues.send(reconciliationQueue, { ...message, ...place });
  });
}
