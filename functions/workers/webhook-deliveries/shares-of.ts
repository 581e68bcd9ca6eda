import { log } from '#shared/log.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import type { WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { laneShare } from '#shared/webhooks/rules/fair-share.ts';
import type { Deps } from './needs.ts';

export function sharesOf(
  { accountId, environment, id }: Pick<WebhookEndpoint, 'accountId' | 'environment' | 'id'>,
  { chargeShare }: Pick<Deps, 'chargeShare'>,
): (deliveries: number) => Promise<boolean> {
  let seenUntil = 0;
  return async (deliveries) => {
    try {
      const charged = await chargeShare(
        `${accountId}#${environment}`,
        deliveries,
        laneShare(environment),
        seenUntil,
      );
      seenUntil = charged.until;
      if (!charged.isCharged)
        log.info('webhooks wait for the share of their account', {
          account_id: accountId,
          endpoint_id: id,
          environment,
        });
      return charged.isCharged;
    } catch (error) {
      // Other lanes are charging the account's share at the same time, so this lane waits.
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  };
}
