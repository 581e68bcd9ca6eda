import * as accounts from '#shared/accounts/queues.ts';
import * as ads from '#shared/ads/queues.ts';
import * as assistantAds from '#shared/assistant-ads/queues.ts';
import * as backup from '#shared/backup/queues.ts';
import * as competitors from '#shared/competitors/queues.ts';
import * as credits from '#shared/credits/queues.ts';
import * as eventLog from '#shared/event-log/queues.ts';
import * as keywordPlans from '#shared/keyword-plans/queues.ts';
import * as mail from '#shared/mail/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import * as notifications from '#shared/notifications/queues.ts';
import * as outbox from '#shared/outbox/queues.ts';
import * as reconciliation from '#shared/reconciliation/queues.ts';
import * as spend from '#shared/spend/queues.ts';
import * as traffic from '#shared/traffic/queues.ts';
import { byName } from '#shared/values/by-name.ts';
import * as webhooks from '#shared/webhooks/queues.ts';

const declared = [
  ...Object.values(accounts),
  ...Object.values(ads),
  ...Object.values(assistantAds),
  ...Object.values(backup),
  ...Object.values(competitors),
  ...Object.values(credits),
  ...Object.values(eventLog),
  ...Object.values(keywordPlans),
  ...Object.values(mail),
  ...Object.values(notifications),
  ...Object.values(outbox),
  ...Object.values(reconciliation),
  ...Object.values(spend),
  ...Object.values(traffic),
  ...Object.values(webhooks),
];
type DeclaredQueue = (typeof declared)[number];

export type QueueName = DeclaredQueue['name'];
export type Message<Q extends QueueName> = MessageOf<Extract<DeclaredQueue, { name: Q }>>;

/** Every queue of the service. A worker or sender imports its own queue from the capability instead. */
export const queues = byName(declared);
export const queueNames = (Object.keys(queues) as QueueName[]).sort();
