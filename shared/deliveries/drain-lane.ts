import type { DeliveryUser, Sent } from './delivery-user.ts';
import { recordFromLog } from './record-from-log.ts';
import { type Delivery, placeOf } from './rules/delivery.ts';
import { shareWaitMs } from './rules/fair-share.ts';
import { failuresUntilUnrecorded, laneEnd, timeOf } from './rules/lane.ts';
import { isDue, retryDelayMs } from './rules/retry.ts';
import type { Target } from './rules/target.ts';
import { sharesOf } from './shares-of.ts';

const entriesOfPage = 100;

export async function drainLane<T extends Target, D extends Delivery>(target: T, user: DeliveryUser<T, D>): Promise<void> {
  const { targets, now, limits } = user;
  const { laneFailures = 0 } = target;
  const endsAt = now() + limits.lookMs;
  const takeShare = sharesOf(target, user);
  const waveSize = () => (hasSucceeded ? limits.sideBySide : limits.probes);
  let hasSucceeded = false;
  let lane = target;
  for (let from = (await targets.startRun(lane))?.from; from !== undefined; ) {
    for await (const wave of waves(lane, from, waveSize, user)) {
      const [first] = wave as [D];
      if (now() >= endsAt)
        return await targets.continueLane(target, {
          place: placeOf(first),
          failures: 0,
          dueAt: isoAt(now()),
        });
      if (!(await takeShare(wave.length)))
        return await targets.continueLane(target, {
          place: placeOf(first),
          failures: hasSucceeded ? 0 : laneFailures,
          dueAt: isoAt(now() + shareWaitMs),
        });
      const results = await user.send(target, wave);
      if (results.some(({ attempt }) => user.isSuccess(attempt))) {
        if (!hasSucceeded && target.failingSince !== undefined) await targets.recovered(target);
        hasSucceeded = true;
      }
      if (!hasSucceeded) return await waitLonger(target, results, laneFailures + 1, user);
      await Promise.all(results.map((result) => record(target, result, user)));
    }
    if (lane.unrecordedFrom === undefined) {
      if (await targets.closeLane(target)) return;
      from = (await targets.startRun(lane, { isSeenTo: true }))?.from;
    } else {
      from = timeOf(lane.unrecordedFrom);
      const recorded = await recordFromLog(lane, hasSucceeded ? entriesOfPage : limits.probes, user);
      if (!recorded) return;
      const failures = hasSucceeded ? 0 : laneFailures;
      if (now() >= endsAt) return await targets.continueLane(lane, { failures, dueAt: isoAt(now()) });
      lane = recorded;
    }
  }
}

/** The lane sends in order, so deliveries wait for earlier events that it has not recorded yet. */
const untilOf = ({ unrecordedFrom }: Target) => (unrecordedFrom === undefined ? laneEnd : `${timeOf(unrecordedFrom)}#${laneEnd}`);

async function* waves<T extends Target, D extends Delivery>(
  target: T,
  from: string,
  size: () => number,
  { deliveries, now }: DeliveryUser<T, D>,
): AsyncGenerator<D[]> {
  const until = untilOf(target);
  if (from > until) return;
  let wave: D[] = [];
  for await (const delivery of deliveries.from(target, from, until)) {
    if (!isDue(delivery, isoAt(now()), target.laneReplayAt)) continue;
    wave.push(delivery);
    if (wave.length < size()) continue;
    yield wave;
    wave = [];
  }
  if (wave.length > 0) yield wave;
}

async function record<T extends Target, D extends Delivery>(
  target: T,
  { delivery, attempt }: Sent<D>,
  { deliveries, isSuccess, now, random }: DeliveryUser<T, D>,
) {
  if (isSuccess(attempt)) return await deliveries.succeeded(target, delivery, attempt);
  const restarts = isReplayed(target, delivery);
  const nextAt = isoAt(now() + retryDelayMs(restarts ? 1 : delivery.attempts + 1, random()));
  await deliveries.failed(target, delivery, attempt, { nextAt, ownTimer: true, restarts });
}

async function waitLonger<T extends Target, D extends Delivery>(
  target: T,
  results: readonly Sent<D>[],
  failures: number,
  { targets, deliveries, disabledAfter, unrecorded, now, random }: DeliveryUser<T, D>,
) {
  const [first] = results as [Sent<D>];
  const dueAt = isoAt(now() + retryDelayMs(failures, random()));
  await Promise.all(
    results.map(({ delivery, attempt }) =>
      deliveries.failed(target, delivery, attempt, {
        nextAt: dueAt,
        ownTimer: false,
        restarts: isReplayed(target, delivery),
      }),
    ),
  );
  const failingTarget = await targets.failedAt(target, first.delivery.eventId);
  if (!failingTarget || (await disabledAfter(first.attempt, failingTarget))) return;
  const stopsRecording = unrecorded !== undefined && failures >= failuresUntilUnrecorded;
  await targets.continueLane(target, { place: placeOf(first.delivery), failures, dueAt, stopsRecording });
}

const isReplayed = ({ laneReplayAt }: Target, { lastAttempt }: Delivery) =>
  laneReplayAt !== undefined && (lastAttempt?.at ?? '') < laneReplayAt;

const isoAt = (at: number) => new Date(at).toISOString();
