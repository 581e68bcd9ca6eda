import { isAhead } from '#shared/values/ahead.ts';
import type { DeliveryUser, Sent } from './delivery-user.ts';
import { drainLane } from './drain-lane.ts';
import { type Delivery, placeOf } from './rules/delivery.ts';
import type { DeliveryWork } from './rules/delivery-work.ts';
import { failuresOfTarget } from './rules/disabling.ts';
import { laneEnd } from './rules/lane.ts';
import { longestRetryMs, retryDelayMs } from './rules/retry.ts';
import type { Target, TargetRef } from './rules/target.ts';
import { sharesOf } from './shares-of.ts';

export type DeliveryMessage = {
  target: TargetRef;
  work: DeliveryWork;
  sendAgain(delaySeconds: number): Promise<unknown>;
};

export async function workOnDelivery<T extends Target, D extends Delivery>(
  message: DeliveryMessage,
  user: DeliveryUser<T, D>,
): Promise<void> {
  const { work } = message;
  const target = await user.targets.find(message.target.accountId, message.target.id);
  // A disabled target gets no deliveries; the missed events remain in its log.
  if (target?.status !== 'enabled') return;
  if ('tick' in work) {
    if (target.laneTick !== work.tick || target.laneWaiting === undefined) return;
    if (await isDeferred(message, target.laneDueAt, user.now())) return;
    return await drainLane(target, user);
  }
  if (await user.targets.leaveToLane(target, work.delivery)) return;
  const delivery = await user.deliveries.at(target, work.delivery);
  if (!delivery || delivery.status === 'delivered' || delivery.attempts !== work.attempts) return;
  if (await isDeferred(message, delivery.nextAttemptAt, user.now())) return;
  // Only retries are charged here, because the first attempt was charged when its event was recorded.
  if (delivery.attempts > 0 && !(await sharesOf(target, user)(1))) return await user.targets.waitInLane(target, work.delivery);
  await deliver(target, delivery, user);
}

/** SQS delays a message by at most 900 seconds. */
const maxDelaySeconds = 900;

/** SQS cannot delay a message by hours, so a message that is early is sent again. */
async function isDeferred({ sendAgain }: DeliveryMessage, dueAt: string | undefined, now: number) {
  const dueMs = Date.parse(dueAt ?? '');
  const seconds = Math.ceil((dueMs - now) / 1000);
  if (!(seconds > 1) || !isAhead(dueMs, now, longestRetryMs)) return false;
  await sendAgain(Math.min(maxDelaySeconds, seconds));
  return true;
}

async function deliver<T extends Target, D extends Delivery>(target: T, delivery: D, user: DeliveryUser<T, D>): Promise<void> {
  const { targets, deliveries, now, random, limits } = user;
  const [{ attempt }] = (await user.send(target, [delivery])) as [Sent<D>];
  const isSlow = attempt.milliseconds > limits.slowMs;
  if (user.isSuccess(attempt)) {
    await deliveries.succeeded(target, delivery, attempt);
    if (target.failingSince !== undefined) await targets.recovered(target);
    if (isSlow) await targets.openLane(target, { place: laneEnd, failures: 0, dueAt: new Date(now()).toISOString() });
    return;
  }
  const failures = delivery.attempts + 1;
  const nextAt = new Date(now() + retryDelayMs(failures, random())).toISOString();
  await deliveries.failed(target, delivery, attempt, { nextAt, ownTimer: true });
  const failingTarget = await targets.failedAt(target, delivery.eventId);
  if (!failingTarget || (await user.disabledAfter(attempt, failingTarget))) return;
  if (isSlow || (failingTarget.failing?.length ?? 0) >= failuresOfTarget)
    await targets.openLane(failingTarget, { place: placeOf(delivery), failures, dueAt: nextAt });
}
