import { recountQueue } from '#shared/event-log/queues.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { randomText } from '#shared/values/ids.ts';
import { applyRules } from './apply-rules.ts';
import type { ReclassificationDeps } from './deps.ts';
import { type ApplicationOrder, applicationId, kindOf, type RuleApplication } from './rules/applications.ts';

/** This time exceeds a request and the caching of rules. */
export const settleSeconds = 90;
const inRequest = { ms: 5000, maxPages: 50 };

export async function orderApplication(
  order: ApplicationOrder,
  effects: readonly Effect[],
  { queues, ...deps }: ReclassificationDeps & { queues: Pick<Sender, 'send'> },
): Promise<{ application: RuleApplication; isRepeat: boolean }> {
  const id = applicationId(order, randomText(12));
  const { accountId } = order;
  if (!order.isDry) await replaceEarlier(order, id, deps);
  // The message is sent first, so that a worker continues if this process dies.
  const message = { account_id: accountId, application_id: id };
  await queues.send(recountQueue, message, { delaySeconds: settleSeconds });
  const { application: stored, isNew } = await deps.applications.start(id, order, effects);
  const application = await startedOf(stored, deps);
  const until = deps.now() + inRequest.ms;
  const after = await applyRules(application, { until, maxPages: inRequest.maxPages }, deps);
  if (after.status === 'running') await queues.send(recountQueue, message);
  // A retry of a request that died continues its application.
  return { application: after, isRepeat: !isNew && application.status !== 'running' };
}

/** A failed application continues from the page where it stopped. */
async function startedOf(
  application: RuleApplication,
  { applications }: Pick<ReclassificationDeps, 'applications'>,
): Promise<RuleApplication> {
  if (application.status !== 'failed') return application;
  return (await applications.change(application, { status: 'running' })) ?? application;
}

async function replaceEarlier(
  order: ApplicationOrder,
  id: string,
  { applications }: Pick<ReclassificationDeps, 'applications'>,
): Promise<void> {
  let earlier = await applications.newest(order.accountId, kindOf(order));
  while (earlier && earlier.id !== id && earlier.status !== 'replaced' && !earlier.isSettled)
    earlier = await applications.change(earlier, { status: 'replaced' });
}
