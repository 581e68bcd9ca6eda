import { laneShare } from '#shared/deliveries/rules/fair-share.ts';
import { deliveriesPerMinute, shareOf } from '#shared/webhooks/rules/shares.ts';

it('deliveries of test events take nothing of the share of live ones, nor of another account', () => {
  const shares = (
    [
      [1, 'live'],
      [1, 'test'],
      [2, 'live'],
    ] as const
  ).map(([accountId, environment]) => shareOf({ accountId, environment }));
  expect(shares).toEqual([
    { counter: '1#live', rate: laneShare(deliveriesPerMinute.live) },
    { counter: '1#test', rate: laneShare(deliveriesPerMinute.test) },
    { counter: '2#live', rate: laneShare(deliveriesPerMinute.live) },
  ]);
  expect(new Set(shares.map(({ counter }) => counter)).size).toBe(3);
});
