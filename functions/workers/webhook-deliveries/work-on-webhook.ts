import { workOnDelivery } from '#shared/deliveries/work-on-delivery.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { webhooksQueue } from '#shared/webhooks/queues.ts';
import type { Deps } from './needs.ts';
import { webhookUser } from './webhook-user.ts';

export async function workOnWebhook(message: MessageOf<typeof webhooksQueue>, deps: Deps): Promise<void> {
  const { account_id: accountId, endpoint_id: id, work } = message;
  const sendAgain = (delaySeconds: number) => deps.queues.send(webhooksQueue, message, { delaySeconds });
  await workOnDelivery({ target: { accountId, id }, work, sendAgain }, webhookUser(deps));
}
