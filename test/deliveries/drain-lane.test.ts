import type { DeliveryUser } from '#shared/deliveries/delivery-user.ts';
import { drainLane } from '#shared/deliveries/drain-lane.ts';
import type { Delivery } from '#shared/deliveries/rules/delivery.ts';
import { shareWaitMs } from '#shared/deliveries/rules/fair-share.ts';
import type { Target } from '#shared/deliveries/rules/target.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const laneFailures = 4;
const target: Target = { id: 'box_1', accountId: 1, status: 'enabled', laneFailures };
const delivery = (at: number): Delivery => ({
  eventId: `evt_${at}`,
  at: `2026-11-21T11:00:0${at}.000Z`,
  status: 'pending',
  attempts: 1,
});

async function continuedAfter(shares: readonly boolean[], lookMs = 5000) {
  const continueLane = vi.fn();
  const waves: number[] = [];
  const answers = [...shares];
  const user = {
    name: 'letters',
    targets: { startRun: async () => ({ from: '' }), continueLane },
    deliveries: {
      async *from() {
        for (let at = 0; at < 9; at++) yield delivery(at);
      },
      succeeded: async () => {},
    },
    send: async (_: Target, wave: readonly Delivery[]) => {
      waves.push(wave.length);
      return wave.map((sent) => ({ delivery: sent, attempt: { at: inMs(0), milliseconds: 5 } }));
    },
    isSuccess: () => true,
    shareOf: () => ({ counter: '1', rate: { perSecond: 1, burst: 1 }, context: {} }),
    chargeShare: async () => ({ isCharged: answers.shift() ?? false, until: 0 }),
    limits: { probes: 3, sideBySide: 5, slowMs: 1000, lookMs },
    now: () => now,
    random: () => 0.5,
  } as unknown as DeliveryUser<Target, Delivery>;
  await drainLane(target, user);
  return { lanes: continueLane.mock.calls.map(([, lane]) => lane), waves };
}
const inMs = (ms: number) => new Date(now + ms).toISOString();
const placeOf = (at: number) => `2026-11-21T11:00:0${at}.000Z#evt_${at}`;

describe('a lane whose account has used its share', () => {
  it('a lane whose account has used its share keeps its failures, so that the delay before the next retry grows', async () => {
    expect((await continuedAfter([false])).lanes).toEqual([{ place: placeOf(0), failures: laneFailures, dueAt: inMs(shareWaitMs) }]);
  });

  it('a lane whose account has used its share after a success has no failures, and continues behind it', async () => {
    expect((await continuedAfter([true, false])).lanes).toEqual([{ place: placeOf(3), failures: 0, dueAt: inMs(shareWaitMs) }]);
  });
});

it('a lane whose run has lasted its time continues at once where it stopped, without failures', async () => {
  expect((await continuedAfter([], 0)).lanes).toEqual([{ place: placeOf(0), failures: 0, dueAt: inMs(0) }]);
});

it('a lane sends a few deliveries first, and after a success as many at once as its user allows', async () => {
  expect((await continuedAfter([true, true, false])).waves).toEqual([3, 5]);
});
