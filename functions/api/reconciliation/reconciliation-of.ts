import * as z from 'zod';
import type { Sender } from '#shared/messages/sender.ts';
import { reconciliationErrors } from '#shared/reconciliation/errors.ts';
import { continueAbandoned } from '#shared/reconciliation/give-up.ts';
import type { Reconciliation } from '#shared/reconciliation/rules/reconciliations.ts';
import type { Reconciliations } from '#shared/reconciliation/store/reconciliations.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const idParams = z.object({ id: z.string().min(1).max(100) });

/** Throws 404 for the reconciliation of another account or environment. */
export async function reconciliationOf(
  accountId: AccountId,
  { environment }: { environment: 'live' | 'test' },
  { id }: { id: string },
  deps: { reconciliations: Reconciliations; queues: Pick<Sender, 'send'>; now(): number },
): Promise<Reconciliation> {
  const stored = await deps.reconciliations.byId(accountId, environment, id);
  if (!stored) throw fail(serviceErrors.not_found);
  if (await continueAbandoned(stored, deps)) return (await deps.reconciliations.byId(accountId, environment, id)) ?? stored;
  return stored;
}

/** Throws 409 for a reconciliation without rows. */
export function assertCompleted({ status }: Reconciliation): void {
  if (status === 'failed') throw fail(reconciliationErrors.reconciliation_failed);
  if (status !== 'completed') throw fail(reconciliationErrors.still_running);
}
