import { sharesOf } from '#functions/workers/webhook-deliveries/shares-of.ts';
import { laneShare } from '#shared/webhooks/rules/fair-share.ts';

it('deliveries of test events take nothing of the share of live ones, nor of another account', async () => {
  const charged: [key: string, deliveries: number, share: object][] = [];
  const chargeShare = async (key: string, deliveries: number, share: object) => {
    charged.push([key, deliveries, share]);
    return { isCharged: true, until: 0 };
  };
  for (const [accountId, environment] of [
    [1, 'live'],
    [1, 'test'],
    [2, 'live'],
  ] as const)
    await sharesOf({ accountId, environment, id: 'we_1' }, { chargeShare } as never)(3);
  expect(charged).toEqual([
    ['1#live', 3, laneShare('live')],
    ['1#test', 3, laneShare('test')],
    ['2#live', 3, laneShare('live')],
  ]);
  expect(new Set(charged.map(([key]) => key)).size).toBe(3);
});
