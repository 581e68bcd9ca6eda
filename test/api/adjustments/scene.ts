import { type Advertiser, sceneOf } from '#test/api/events/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

export const began = Date.parse('2026-11-21T12:00:00Z');
type Body = Parameters<TestApp['adjustments']['adjustEvent']>[0]['body'];
type Query = { environment?: 'live' | 'test' };

export async function scene(at = began, app?: TestApp) {
  const own = app ?? (await startApp(await newWorld(at)));
  const advertiser = await newAdvertiser(own);
  const sid = await advertiser.click('utm_source=google&utm_medium=cpc&svc_campaign=spring&svc_ad_id=ad_1');
  const order = (event_id: string, value: number | string = 100, more: object = {}) =>
    sceneOf(own).send(advertiser, { event_id, svc_click_id: sid, value, currency: 'EUR', ...more });
  await order('o1');
  await own.settle();
  return { app: own, advertiser, sid, order, ...callsOf(own, advertiser) };
}

export function callsOf(app: TestApp, advertiser: Advertiser) {
  const calls = {
    put: (event_id: string, body: Body, { headers = advertiser.key, query = {} as Query } = {}) =>
      app.adjustments.adjustEvent({ params: { event_id }, query, body, headers }),
    net: async (event_id: string, net_value: number | string, hour: number, more: Partial<Body> = {}) => {
      const effective_at = new Date(began + hour * 3_600_000).toISOString();
      return bodyOf(await calls.put(event_id, { net_value, reason: 'refund', effective_at, ...more }));
    },
    many: (adjustments: object[], { headers = advertiser.key, query = {} as Query } = {}) =>
      app.adjustments.adjustEvents({ query, body: { adjustments } as never, headers }),
    list: async (event_id: string, { headers = advertiser.key, query = {} as Query } = {}) =>
      bodyOf(await app.adjustments.listAdjustments({ params: { event_id }, query, headers })),
    withdraw: (event_id: string, adjustment_id?: string, { headers = advertiser.key } = {}) =>
      app.adjustments.withdrawAdjustment({
        params: { event_id },
        query: adjustment_id === undefined ? {} : { adjustment_id },
        headers,
      }),
    async report(query: Record<string, string> = {}) {
      const headers = await app.signIn(advertiser.id);
      const asked = { from: '2026-11-01', to: '2026-11-30', group_by: 'ad_id', ...query };
      return bodyOf(await app.reports.reportPerformance({ query: asked as never, headers }));
    },
    async figures(query: Record<string, string> = {}) {
      const { rows } = await calls.report(query);
      return rows.map(({ day, ad_id, conversions, value, net_value, adjusted, voided }) =>
        [day ?? ad_id, conversions, value, net_value, adjusted, voided].join(' '),
      );
    },
  };
  return calls;
}
