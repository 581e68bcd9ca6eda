import type { DepsOf } from '#shared/aws/deps-of.ts';
import { SubscriptionObject } from '#shared/billing/processor-objects.ts';
import { ageOf, paidStatusOf, withSubscription } from '#shared/billing/rules/billing.ts';
import { ownerOf } from '#shared/values/tenant.ts';
import { customerUser, type customerUserNeeds } from './customer-user.ts';
import type { ProcessedEvent, ProcessingResult } from './processing-result.ts';

type Deps = DepsOf<typeof customerUserNeeds>;

export async function processSubscription(event: ProcessedEvent, deps: Deps): Promise<ProcessingResult> {
  const { billing, billingRecords, users, now } = deps;
  const { id, type, created, object } = event;
  const sentSubscription = SubscriptionObject.safeParse(object).data;
  if (!sentSubscription) return { outcome: 'unreadable' };
  const { subscription } = sentSubscription;
  const { customerId } = subscription;
  const customer = await customerUser({ customerId, userId: sentSubscription.userId }, deps);
  if (!customer) return { outcome: 'unknown_customer' };
  const { userId, isLinked, before } = customer;

  const account = await billingRecords.account(userId);
  const age = ageOf(
    created,
    account.subscriptions.find((storedSubscription) => storedSubscription.id === subscription.id),
  );
  if (age === 'older') return { outcome: 'outdated', userId };
  // The account was read before the processor is called, so a parallel write restarts this request.
  const askedAt = age === 'unsure' ? Math.floor(now() / 1000) : 0;
  const currentSubscription = age === 'unsure' ? await billing.subscription(subscription.id) : null;
  const news = {
    ...(currentSubscription ?? subscription),
    asOf: created,
    ...(currentSubscription && { askedAt }),
  };
  const subscriptions = withSubscription(account.subscriptions, news, now());

  const outcome = 'applied';
  const isWritten = await billingRecords.transactOrConflict([
    billingRecords.eventPart({ id, type, created, outcome, isSettled: true, userId }),
    billingRecords.accountPart(userId, account, subscriptions),
    users.changePart(ownerOf(userId), { paidStatus: paidStatusOf(subscriptions) }),
    ...(isLinked ? [] : [billingRecords.customerPart(customerId, userId, before)]),
  ]);
  return isWritten ? { written: outcome } : null;
}
