import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { type Delivery, placeOf } from './rules/delivery.ts';
import type { Target } from './rules/target.ts';
import { earliestOf, type WaitingPlace } from './rules/waiting-place.ts';
import type { Deliveries } from './store/deliveries.ts';
import type { lanesIn } from './store/lanes.ts';
import type { NewDelivery } from './store/new-deliveries.ts';

type HandOverDeps<D extends Delivery> = {
  targets: Pick<ReturnType<typeof lanesIn<Target>>, 'waitInLane'>;
  deliveries: Pick<Deliveries<D>, 'add' | 'addToLanes'>;
  takeDirect(accountId: AccountId, deliveries: number): number;
};

const writesAtOnce = 16;

/**
 * Records the deliveries. They wait in the lanes of their targets if a lane is open, and above the direct share of their
 * account.
 */
export async function handOver<D extends Delivery>(
  newDeliveries: readonly NewDelivery<D>[],
  { targets, deliveries, takeDirect }: HandOverDeps<D>,
): Promise<void> {
  const { direct, waiting } = dividedByShare(newDeliveries, takeDirect);
  const places: WaitingPlace[] = [];
  await forEachConcurrent(direct, writesAtOnce, async (newDelivery) => {
    const { delivery, isForLane } = await deliveries.add(newDelivery);
    if (isForLane) places.push({ target: newDelivery.target, place: placeOf(delivery) });
  });
  if (waiting.length > 0) places.push(...(await deliveries.addToLanes(waiting)));
  // A lane closes when it is empty, so the deliveries are recorded first.
  await forEachConcurrent(earliestOf(places), writesAtOnce, ({ target, place }) => targets.waitInLane(target, place));
}

function dividedByShare<D extends Delivery>(newDeliveries: readonly NewDelivery<D>[], takeDirect: HandOverDeps<D>['takeDirect']) {
  const [direct, waiting]: [NewDelivery<D>[], NewDelivery<D>[]] = [[], []];
  for (const [accountId, some] of Map.groupBy(newDeliveries, ({ target }) => target.accountId)) {
    const inLane = some.filter(({ target }) => target.laneWaiting !== undefined);
    const others = some.filter(({ target }) => target.laneWaiting === undefined);
    const most = takeDirect(accountId, others.length);
    direct.push(...others.slice(0, most));
    waiting.push(...inLane, ...others.slice(most));
  }
  return { direct, waiting };
}
