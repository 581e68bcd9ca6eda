import { readdirSync } from 'node:fs';
import { type AdjustmentResult, AdtrailError, adjustments, ClosedError, RequestRefusedError } from '#packages/node/src/adjustments.ts';
import { Adtrail } from '#packages/node/src/index.ts';
import type { SpendFetch } from '#packages/node/src/spend.ts';
import { diskSpool } from '#packages/node/src/spool.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { answerOf } from './service.ts';

async function shop() {
  const app = await startApp(await newWorld(Date.now()));
  const advertiser = await newAdvertiser(app);
  await sceneOf(app).send(advertiser, { event_id: 'order_created:1', value: 100, currency: 'EUR' });
  const faults: Response[] = [];
  const ofDeletions: (503 | 'lost')[] = [];
  const fetch: SpendFetch = async (url, { signal: _, ...init }) => {
    const ofDeletion = init.method === 'DELETE' ? ofDeletions.shift() : undefined;
    const fault = ofDeletion === 503 ? answerOf(503, {}) : faults.shift();
    if (fault) return fault;
    const answer = await app.send(new Request(url, init));
    if (ofDeletion === 'lost') throw new TypeError('fetch failed');
    return answer;
  };
  const secretKey = advertiser.key.authorization.slice('Bearer '.length);
  const given = { secretKey, baseUrl: 'https://adtrail.example', fetch, onError: () => {} };
  return { ...adjustments(given), app, advertiser, faults, ofDeletions, given };
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

  it.each(['lost', 503] as const)('a withdrawal whose answer is %s withdraws one adjustment only, and says which', async (fault) => {
    const { adjust, withdraw, list, ofDeletions } = await shop();
    const time = (at: number) => new Date(Date.now() + at * 1000);
    const event = { orderId: 1, reason: 'refund' as const };
    await adjust([9, 8, 7, 6].map((netValue, at) => ({ ...event, netValue, effectiveAt: time(at) })));
    ofDeletions.push(fault, 'lost');
    const withdrawal = await withdraw({ orderId: 1 });
    expect(withdrawal).toMatchObject({ withdrawn: { net_value: '6.00' }, net_value: '7.00' });
    const { adjustments } = await list({ orderId: 1 });
    expect(adjustments.map(({ net_value }) => net_value)).toEqual(['7.00', '8.00', '9.00']);
  });

  it('a withdrawal of the only adjustment of an event that has not arrived succeeds although its answer is lost', async () => {
    const { refund, withdraw, list, ofDeletions } = await shop();
    for (const isNamed of [true, false]) {
      const { adjustment } = await refund({ orderId: 'later', netValue: 1 });
      const adjustmentId = isNamed ? adjustment.adjustment_id : undefined;
      ofDeletions.push('lost');
      expect(await withdraw({ orderId: 'later', adjustmentId })).toMatchObject({
        withdrawn: adjustment,
        net_value: null,
        pending: [],
        adjustments: [],
      });
      await expect(list({ orderId: 'later' })).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('the newest adjustment is withdrawn, whether or not its event arrived, and not one that was refused', async () => {
    const { adjust, withdraw, app, advertiser } = await shop();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
    const later = { orderId: 'later', reason: 'refund' as const };
    await adjust([
      { ...later, netValue: 5, effectiveAt: at(60) },
      { ...later, netValue: 6, effectiveAt: at(30) },
      { ...later, netValue: 7, effectiveAt: at(90), currency: 'USD' },
      { ...later, netValue: 8, effectiveAt: at(80) },
    ]);
    expect(await withdraw({ orderId: 'later', adjustmentId: 'adj_none' })).toMatchObject({ withdrawn: null });
    await sceneOf(app).send(advertiser, { event_id: 'order_created:later', value: 100, currency: 'EUR' });
    await app.settle();
    for (const net_value of ['8.00', '5.00', '6.00'])
      expect(await withdraw({ orderId: 'later' })).toMatchObject({ withdrawn: { net_value } });
    expect(await withdraw({ orderId: 'later' })).toMatchObject({
      withdrawn: null,
      net_value: '100.00',
      pending: [{ refused: 'currency_mismatch' }],
    });
  });

  it('the order of an adjustment is that of its event: trimmed, and neither missing nor rounded', async () => {
    const { refund, withdraw, list, app, advertiser } = await shop();
    await sceneOf(app).send(advertiser, { event_id: 'order_created:555', value: 100, currency: 'EUR' });
    expect(await refund({ orderId: ' 555 ', netValue: 1 })).toMatchObject({
      event_id: 'order_created:555',
      pending: false,
    });
    expect(await list({ orderId: ' 555 ' })).toMatchObject({ net_value: '1.00' });
    expect(await withdraw({ orderId: '555 ' })).toMatchObject({ net_value: '100.00' });
    const wrongs = [undefined, null, '', ' ', 'undefined', 2 ** 60, 1.5, {}, true, Number.NaN];
    for (const orderId of wrongs)
      for (const call of [
        () => refund({ orderId, netValue: 1 } as never),
        () => withdraw({ orderId } as never),
        () => list({ orderId, eventId: undefined } as never),
      ])
        await expect(call()).rejects.toMatchObject({
          code: expect.stringMatching(/^(invalid_id|event_id_missing)$/),
        });
    for (const eventId of ['', ' ', null, 7]) await expect(list({ eventId } as never)).rejects.toMatchObject({ code: 'event_id_missing' });
    for (const effectiveAt of [new Date('x'), 1_764_000_000])
      await expect(refund({ orderId: 1, netValue: 1, effectiveAt } as never)).rejects.toMatchObject({
        code: 'invalid_time',
        message: expect.stringContaining('effectiveAt'),
      });
  });

  it.each(['', '<html>Sign in</html>', '{}', '[]', 'null', '{"results":[]}'])(
    'a response "%s" with status 200 is not believed, and says so when the retries end',
    async (page) => {
      const { given } = await shop();
      const strange = { ...given, retryForMs: 0, onError: () => {}, fetch: async () => answerOf(200, page) };
      const { refund, adjust, withdraw, list } = adjustments(strange);
      const all = [
        () => refund({ orderId: 1, netValue: 1 }),
        () => adjust([{ orderId: 1, netValue: 1, reason: 'refund' }]),
        () => withdraw({ orderId: 1 }),
        () => list({ orderId: 1 }),
      ];
      for (const call of all) {
        const error = await call().catch((one: AdtrailError) => one);
        expect(error).toBeInstanceOf(AdtrailError);
        expect(error).toMatchObject({
          code: 'unexpected_response',
          httpStatus: 200,
          message: expect.stringContaining('https://adtrail.example responded with status 200, but'),
        });
      }
    },
  );

  it('a refund during an outage is delivered after it, and from the disk by the next process', async () => {
    const { given, faults, list } = await shop();
    const folder = temporaryFolder();
    const away = adjustments({
      ...given,
      spool: diskSpool(folder),
      onError: () => {},
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    const sent = away.refund({ orderId: 1, netValue: '70.00', currency: 'EUR' });
    await sent.queued;
    expect(await away.close({ timeoutMs: 20 })).toEqual({ undelivered: 1 });
    await expect(sent).rejects.toMatchObject({ name: 'NotDeliveredError', willRetry: true });
    const events = new Adtrail({ ...given, spool: diskSpool(folder), onError: () => {} });
    expect(await events.close()).toEqual({ undelivered: 0 });
    expect(await list({ orderId: 1 })).toMatchObject({ net_value: '100.00' });

    const results: AdjustmentResult[][] = [];
    const onResult = (one: AdjustmentResult[]) => results.push(one);
    faults.push(...Array.from({ length: 6 }, () => answerOf(503, {})));
    const next = adjustments({ ...given, spool: diskSpool(folder), onResult });
    expect(await next.flush()).toEqual({ undelivered: 0 });
    expect(results).toMatchObject([[{ event_id: 'order_created:1', net_value: '70.00' }]]);
    await next.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a refund that nobody awaits is reported when it is refused, and one with a limit ends its wait in time', async () => {
    const errors: string[] = [];
    const { given } = await shop();
    const onError = ({ code }: AdtrailError) => errors.push(code);
    const { refund, adjust, close } = adjustments({ ...given, onError });
    refund({ orderId: 1, netValue: -1 });
    refund({ orderId: '', netValue: 1 });
    refund(undefined as never);
    adjust(null as never);
    expect(await adjust([])).toEqual([]);
    await close();
    expect(errors.sort()).toEqual(['event_id_missing', 'event_id_missing', 'invalid_event', 'status_422']);
    const hanging = adjustments({ ...given, onError, fetch: () => new Promise(() => {}) });
    const late = hanging.refund({ orderId: 1, netValue: 1 }, { timeoutMs: 20 });
    await expect(late).rejects.toMatchObject({ code: 'timeout', willRetry: true });
    await hanging.close({ timeoutMs: 0 });
    const closed = hanging.refund({ orderId: 1, netValue: 1 });
    await expect(closed).rejects.toBeInstanceOf(ClosedError);
  });

  it('what is wrong is an error with its problems, and stores nothing', async () => {
    const { refund, list, given } = await shop();
    const error = await refund({ orderId: 1, netValue: 1, currency: 'USD' }).catch((one: AdtrailError) => one);
    expect(error).toMatchObject({ code: 'status_422', problems: [{ type: 'currency_mismatch' }] });
    expect((await list({ orderId: 1 })).adjustments).toEqual([]);
    const stranger = adjustments({ ...given, secretKey: 'sk_live_wrong' });
    await expect(stranger.list({ orderId: 1 })).rejects.toBeInstanceOf(RequestRefusedError);
    await expect(list({ orderId: 'nobody' })).rejects.toBeInstanceOf(AdtrailError);
  });

  it('more than 1,000 go in several requests', async () => {
    const { adjust } = await shop();
    const all = Array.from({ length: 1001 }, (_, at) => ({
      eventId: `e${at}`,
      netValue: at,
      reason: 'refund' as const,
    }));
    const results = await adjust(all);
    expect([results.length, results.at(-1)?.adjustment.net_value]).toEqual([1001, '1000.00']);
  });
});
