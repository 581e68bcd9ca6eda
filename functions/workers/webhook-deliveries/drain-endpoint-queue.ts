import {
  type Attempt,
  type Delivery,
  isDue,
  isSuccess,
  placeOf,
  retryDelayMs,
} from '#shared/webhooks/rules/delivery.ts';
import type { WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { shareWaitMs } from '#shared/webhooks/rules/fair-share.ts';
import { attempt } from './attempt.ts';
import { disabledAfter } from './disabled-after.ts';
import type { Deps } from './needs.ts';
import { sharesOf } from './shares-of.ts';

const probes = 3;
const sideBySide = 10;

type Sent = { delivery: Delivery; outcome: Attempt };

export async function drainEndpointQueue(endpoint: WebhookEndpoint, deps: Deps): Promise<void> {
  const { webhookEndpoints, now } = deps;
  const { laneFailures = 0 } = endpoint;
  const endsAt = now() + deps.lookMs;
  const takeShare = sharesOf(endpoint, deps);
  let hasSucceeded = false;
  for (let isSeenTo = false; ; isSeenTo = true) {
    const look = await webhookEndpoints.startRun(endpoint, { isSeenTo });
    if (!look) return;
    for await (const wave of waves(endpoint, look.from, () => (hasSucceeded ? sideBySide : probes), deps)) {
      const [first] = wave as [Delivery];
      if (now() >= endsAt)
        return await webhookEndpoints.continueLane(endpoint, {
          place: placeOf(first),
          failures: 0,
          dueAt: isoAt(now()),
        });
      if (!(await takeShare(wave.length)))
        return await webhookEndpoints.continueLane(endpoint, {
          place: placeOf(first),
          failures: hasSucceeded ? 0 : laneFailures,
          dueAt: isoAt(now() + shareWaitMs),
        });
      const results = await Promise.all(
        wave.map(
          async (delivery): Promise<Sent> => ({ delivery, outcome: await attempt(endpoint, delivery, deps) }),
        ),
      );
      if (results.some(({ outcome }) => isSuccess(outcome))) {
        if (!hasSucceeded && endpoint.failingSince !== undefined) await webhookEndpoints.recovered(endpoint);
        hasSucceeded = true;
      }
      if (!hasSucceeded) return await waitLonger(endpoint, results, laneFailures + 1, deps);
      await Promise.all(results.map((result) => record(endpoint, result, deps)));
    }
    if (await webhookEndpoints.closeLane(endpoint)) return;
  }
}

async function* waves(
  endpoint: WebhookEndpoint,
  from: string,
  size: () => number,
  { webhookDeliveries, now }: Deps,
): AsyncGenerator<Delivery[]> {
  let wave: Delivery[] = [];
  const of = { accountId: endpoint.accountId, endpointId: endpoint.id };
  for await (const delivery of webhookDeliveries.from(of, from)) {
    if (!isDue(delivery, isoAt(now()), endpoint.laneReplayAt)) continue;
    wave.push(delivery);
    if (wave.length < size()) continue;
    yield wave;
    wave = [];
  }
  if (wave.length > 0) yield wave;
}

async function record(
  endpoint: WebhookEndpoint,
  { delivery, outcome }: Sent,
  { webhookDeliveries, now, random }: Deps,
) {
  if (isSuccess(outcome)) return await webhookDeliveries.succeeded(delivery, outcome);
  const restarts = isReplayed(endpoint, delivery);
  const nextAt = isoAt(now() + retryDelayMs(restarts ? 1 : delivery.attempts + 1, random()));
  await webhookDeliveries.failed(delivery, outcome, { nextAt, ownTimer: true, restarts });
}

async function waitLonger(
  endpoint: WebhookEndpoint,
  sentDeliveries: readonly Sent[],
  failures: number,
  deps: Deps,
) {
  const { webhookEndpoints, webhookDeliveries, now, random } = deps;
  const [first] = sentDeliveries as [Sent];
  const dueAt = isoAt(now() + retryDelayMs(failures, random()));
  await Promise.all(
    sentDeliveries.map(({ delivery, outcome }) =>
      webhookDeliveries.failed(delivery, outcome, {
        ...{ nextAt: dueAt, ownTimer: false },
        restarts: isReplayed(endpoint, delivery),
      }),
    ),
  );
  const failingEndpoint = await webhookEndpoints.failedAt(endpoint, first.delivery.eventId);
  if (!failingEndpoint || (await disabledAfter(first.outcome, failingEndpoint, deps))) return;
  await webhookEndpoints.continueLane(endpoint, { place: placeOf(first.delivery), failures, dueAt });
}

const isReplayed = ({ laneReplayAt }: WebhookEndpoint, { lastAttempt }: Delivery) =>
  laneReplayAt !== undefined && (lastAttempt?.at ?? '') < laneReplayAt;

const isoAt = (at: number) => new Date(at).toISOString();
