import { AdtrailError, adjustments, RequestRefusedError } from '#packages/node/src/adjustments.ts';
import type { SpendFetch } from '#packages/node/src/spend.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { answerOf } from './service.ts';

async function shop() {
  const app = await startApp(await newWorld(Date.now()));
  const advertiser = await newAdvertiser(app);
  await sceneOf(app).send(advertiser, { event_id: 'order_created:1', value: 100, currency: 'EUR' });
  const faults: Response[] = [];
  const fetch: SpendFetch = async (url, { signal: _, ...init }) =>
    faults.shift() ?? (await app.send(new Request(url, init)));
  const secretKey = advertiser.key.authorization.slice('Bearer '.length);
  const given = { secretKey, baseUrl: 'https://adtrail.example', fetch };
  return { ...adjustments(given), faults, given };
}

describe('adjustments of the Node package', () => {
  it('a refund states what remains, and is withdrawn by its ID as often as one likes', async () => {
    const { refund, adjust, withdraw, list, faults } = await shop();
    faults.push(answerOf(503, {}));
    const first = await refund({ orderId: 1, netValue: '70.10', currency: 'EUR', note: 'one of two' });
    expect(first).toMatchObject({ event_id: 'order_created:1', value: '100.00', net_value: '70.10' });
    const [newest, early] = await adjust([
      {
        eventId: 'order_created:1',
        netValue: 0,
        reason: 'cancellation',
        effectiveAt: new Date(Date.now() + 60_000),
      },
      { orderId: 'later', netValue: 5, reason: 'correction' },
    ]);
    expect([newest?.net_value, early?.pending]).toEqual(['0.00', true]);
    const id = newest?.adjustment.adjustment_id;
    for (const withdrawn of [{ reason: 'cancellation' }, null])
      expect(await withdraw({ orderId: 1, adjustmentId: id })).toMatchObject({
        net_value: '70.10',
        withdrawn,
      });
    expect(await list({ orderId: 1 })).toMatchObject({ adjustments: [{ note: 'one of two' }], pending: [] });
    expect(await withdraw({ orderId: 1 })).toMatchObject({ net_value: '100.00' });
  });

  it('an answer without a result for a refund is an error', async () => {
    const { refund, faults } = await shop();
    faults.push(answerOf(200, { results: [] }));
    await expect(refund({ orderId: 1, netValue: 1, currency: 'EUR' })).rejects.toMatchObject({
      ...{ name: 'AdtrailError', code: 'no_result' },
    });
  });

  it('what is wrong is an error with its problems, and stores nothing', async () => {
    const { refund, list, given } = await shop();
    const error = await refund({ orderId: 1, netValue: 1, currency: 'USD' }).catch(
      (one: AdtrailError) => one,
    );
    expect(error).toMatchObject({ code: 'status_422', problems: [{ type: 'currency_mismatch' }] });
    expect((await list({ orderId: 1 })).adjustments).toEqual([]);
    const stranger = adjustments({ ...given, secretKey: 'sk_live_wrong' });
    await expect(stranger.list({ orderId: 1 })).rejects.toBeInstanceOf(RequestRefusedError);
    await expect(list({ orderId: 'nobody' })).rejects.toBeInstanceOf(AdtrailError);
  });

  it('more than 1,000 go in several requests', async () => {
    const { adjust } = await shop();
    const all = Array.from({ length: 1001 }, (_, at) => ({
      ...{ eventId: `e${at}`, netValue: at, reason: 'refund' as const },
    }));
    const results = await adjust(all);
    expect([results.length, results.at(-1)?.adjustment.net_value]).toEqual([1001, '1000.00']);
  });
});
