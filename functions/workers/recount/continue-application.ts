import { recountQueue } from '#shared/event-log/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { GivenUp } from '#shared/messages/retry-soon.ts';
import { applyRules, failApplication, mustSettle, settle } from '#shared/reclassification/apply-rules.ts';
import { settleSeconds } from '#shared/reclassification/order-application.ts';
import { inTurn } from '#shared/worker/in-turn.ts';
import type { Deps } from './needs.ts';

const workMs = 40_000;

export async function continueApplication(
  message: Extract<MessageOf<typeof recountQueue>, { application_id: string }>,
  deps: Deps,
  isLastReceive: boolean,
): Promise<void> {
  const { account_id: account, application_id: name } = message;
  if (isLastReceive) {
    await failApplication(account, name, deps.reclassification);
    throw new GivenUp(`The application ${name} failed at every receive.`);
  }
  await inTurn({ queue: recountQueue, message, account, name }, deps, async () => {
    const application = await deps.reclassification.applications.byId(account, name);
    if (!application) return;
    const bounds = { until: deps.now() + workMs, maxPages: Number.POSITIVE_INFINITY };
    const isCompleted = application.status === 'completed';
    const work = isCompleted ? settle : applyRules;
    const { status, ...after } = await work(application, bounds, deps.reclassification);
    if (status === 'running') return await deps.queues.send(recountQueue, message);
    // The last pass of an application begins when functions no longer cache the older rules.
    const delaySeconds = isCompleted ? 0 : settleSeconds;
    if (mustSettle({ status, ...after })) await deps.queues.send(recountQueue, message, { delaySeconds });
  });
}
