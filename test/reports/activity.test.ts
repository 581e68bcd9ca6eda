import { activityOfConversion, cellOf } from '#shared/reports/rules/activity.ts';
import { depsOf, sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { counted } from '#test/store/stream-of.ts';

const shown = (...conversions: Parameters<typeof activityOfConversion>) =>
  activityOfConversion(...conversions).map((one) => {
    const { day, metric, detail } = cellOf(one, 'detail' in one ? one.detail : one.detailOf(one.name));
    return `${day} ${metric} ${detail}`.trim();
  });
const receivedAt = '2026-11-21T00:00:00.000Z';
const at = (ms: number) => new Date(Date.parse(receivedAt) - ms).toISOString();

describe('what an accepted event counts as', () => {
  it('what an accepted event counts as is its type and outcome on the day it arrived, and its faults', () => {
    const event = counted(1, 'e', { receivedAt, currencyGiven: false });
    const { click: _, ...unmatched } = event;
    expect(shown(null, event)).toEqual([
      '2026-11-21 type order_created|counted',
      '2026-11-21 outcome matched',
      '2026-11-21 delay 1m',
      '2026-11-21 currency missing',
    ]);
    const organic = { ...unmatched, counts: false, reason: 'no_ad_click' as const };
    expect(shown(null, { ...organic, value: '0', occurredAtGiven: false })).toEqual([
      '2026-11-21 type order_created|unmatched',
      '2026-11-21 outcome no_ad_click',
    ]);
    expect(shown(null, { ...organic, value: '2.5', currency: 'EUR' })).toContain('2026-11-21 outcome no_ad_click/EUR');
  });

  it('what an accepted event counts as is a late match when a click is found, once, and nothing when anything else changes', () => {
    const reason = 'unknown_svc_click_id' as const;
    const { click, ...before } = counted(1, 'e', { receivedAt, reason });
    const after = { ...before, ...(click && { click }), matchedAt: receivedAt };
    expect(shown(before, after)).toEqual(['2026-11-21 late_match', `2026-11-21 earned_late ${reason}/${before.currency}`]);
    expect(shown(after, { ...after, counts: false })).toEqual([]);
    expect(shown(before, { ...before, keyId: 'k2' })).toEqual([]);
  });

  it.each([
    [-5000, '1m'],
    [0, '1m'],
    [60_000, '1m'],
    [60_001, '5m'],
    [300_001, '1h'],
    [3_600_001, '24h'],
    [86_400_001, '7d'],
    [604_800_000, '7d'],
    [604_800_001, 'more'],
  ])('%d ms after it happened is in the bucket %s', (ms, bucket) => {
    const event = counted(1, 'e', { receivedAt, occurredAt: at(ms) });
    expect(shown(null, event)).toContain(`2026-11-21 delay ${bucket}`);
  });
});

it('the stored counters have the count and the exact value of each quarter of an hour', async () => {
  const app = await startApp(await newWorld());
  const [scene, advertiser] = [sceneOf(app), await newAdvertiser(app)];
  for (const [place, value] of [0.1, 0.2, 40].entries()) {
    if (place === 2) app.world.clock.now += 15 * 60_000;
    const event = { event_id: `e${place}`, svc_click_id: 's_unknown', value, currency: 'EUR' };
    expect((await scene.send(advertiser, event)).status).toBe(202);
  }
  await scene.send(advertiser, { event_id: 'free', svc_click_id: 's_unknown' });
  await app.settle();
  const cells = await Array.fromAsync(depsOf(app).activity.between(advertiser.id, 'live', '2026-01-01', '2026-12-31'));
  const [ofValue] = cells.filter(({ metric, detail }) => metric === 'outcome' && detail.endsWith('/EUR'));
  expect(ofValue).toMatchObject({ detail: 'unknown_svc_click_id/EUR', count: 3, value: '40.3' });
  expect([...(ofValue?.quarters ?? [])].map(([, count]) => count)).toEqual([2, 1]);
  expect([...(ofValue?.quarterValues ?? [])].map(([, value]) => value)).toEqual(['0.3', '40']);
  const [free] = cells.filter(({ metric, detail }) => metric === 'outcome' && !detail.includes('/'));
  expect(free).toMatchObject({ count: 1 });
  expect(free).not.toHaveProperty('value');
});
