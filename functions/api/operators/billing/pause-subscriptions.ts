import { users } from '#shared/accounts/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { billingErrors } from '#shared/billing/errors.ts';
import { billing, billingRecords } from '#shared/billing/needs.ts';
import {
  isEnded,
  isLive,
  type KnownSubscription,
  paidStatusOf,
  type Subscription,
  withSubscription,
} from '#shared/billing/rules/billing.ts';
import { reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { hours } from '#shared/values/durations.ts';
import { fail } from '#shared/values/errors.ts';
import { ownAccountOf, type UserId } from '#shared/values/tenant.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

export const pauseSubscriptionsNeeds = { audit, billing, billingRecords, users };
type Deps = DepsOf<typeof pauseSubscriptionsNeeds>;

const keyMs = hours(1);

type PauseDeps = Pick<Deps, 'now' | 'users' | 'audit' | 'billing' | 'billingRecords'>;

export async function pauseSubscriptions(
  userId: UserId,
  { by, reason }: { by: AuditActor; reason?: string | null | undefined },
  deps: PauseDeps,
): Promise<{ isRepeat: boolean; pausedAt: string }> {
  const { now, users, audit, billingRecords } = deps;
  return await retryOnConflict('rare', async () => {
    const account = await billingRecords.account(ownAccountOf(userId));
    const liveSubscriptions = account.subscriptions.filter((subscription) => !isEnded(subscription));
    if (liveSubscriptions.length === 0) throw fail(billingErrors.no_billing_subscription);
    const askedAt = Math.floor(now() / 1000);
    let subscriptions: readonly KnownSubscription[] = account.subscriptions;
    let isRepeat = true;
    for (const { id } of liveSubscriptions) {
      const { subscription, wasLive } = await paused(id, `${userId}-${account.version}`, deps);
      if (wasLive) isRepeat = false;
      subscriptions = withSubscription(subscriptions, { ...subscription, askedAt }, now());
    }
    const paidStatus = paidStatusOf(subscriptions);
    const pausedAt = subscriptions.find((subscription) => subscription.pausedAt !== null && !isEnded(subscription))?.pausedAt;
    const isWritten = await billingRecords.transactOrConflict([
      billingRecords.accountPart(ownAccountOf(userId), account, subscriptions),
      users.changePart(userId, { paidStatus }),
      ...(pausedAt
        ? audit.parts({
            actor: by,
            action: 'pause_billing_subscription',
            userId: ownAccountOf(userId),
            details: {
              subscription_ids: subscriptions.filter((subscription) => !isEnded(subscription)).map(({ id }) => id),
              ...reasonDetails(reason),
            },
          })
        : []),
    ]);
    // An event was processed in parallel, and its state may be newer.
    if (!isWritten) return conflict;
    if (!pausedAt) throw fail(billingErrors.no_billing_subscription);
    return { isRepeat, pausedAt };
  });
}

async function paused(
  id: string,
  generation: string,
  { billing, now }: PauseDeps,
): Promise<{ subscription: Subscription; wasLive: boolean }> {
  const current = await billing.subscription(id);
  if (!current) throw fail(billingErrors.no_billing_subscription);
  if (!isLive(current)) return { subscription: current, wasLive: false };
  // The processor repeats its first response per key for a day, even a failure.
  const key = `pause-${id}-${generation}-${Math.floor(now() / keyMs)}`;
  const subscription = await billing.pause(id, key);
  if (!subscription) throw fail(billingErrors.no_billing_subscription);
  if (isLive(subscription)) throw new VendorUnavailable('billing', 'unreadable');
  return { subscription, wasLive: true };
}
