import { log } from '#shared/log.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import type { DeliveryUser } from './delivery-user.ts';
import type { Delivery } from './rules/delivery.ts';
import type { Target } from './rules/target.ts';

export function sharesOf<T extends Target, D extends Delivery>(
  target: T,
  { name, shareOf, chargeShare }: Pick<DeliveryUser<T, D>, 'name' | 'shareOf' | 'chargeShare'>,
): (deliveries: number) => Promise<boolean> {
  let seenUntil = 0;
  return async (deliveries) => {
    const { counter, rate, context } = shareOf(target);
    try {
      const charged = await chargeShare(counter, deliveries, rate, seenUntil);
      seenUntil = charged.until;
      if (!charged.isCharged) log.info(`${name} wait for the share of their account`, context);
      return charged.isCharged;
    } catch (error) {
      // Other lanes are charging the account's share at the same time, so this lane waits.
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  };
}
