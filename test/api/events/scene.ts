import { depsOf as depsOfNeeds } from '#shared/aws/deps-of.ts';
import { erasures, exports } from '#shared/event-log/needs.ts';
import { limits } from '#shared/limits/needs.ts';
import { recountNeeds } from '#shared/reports/recount-needs.ts';
import { randomText } from '#shared/values/ids.ts';
import type { newAdvertiser, TestApp } from '#test/kit/harness.ts';

const needs = { ...recountNeeds, erasures, exports, limits };

export type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;
export const dayMs = 86_400_000;

export const newSid = () => `s_${randomText(22)}`;

export function sceneOf(app: TestApp) {
  let events = 0;
  const okOf = <A extends { status: number; body: unknown }>(answer: A) => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer as Extract<A, { status: 200 }>;
  };
  const scene = {
    send: (advertiser: Advertiser, fields: object = {}, headers: Record<string, string> = advertiser.key) =>
      app.conversions.sendConversion({
        body: { event_type: 'order_created', event_id: `e${++events}`, svc_click_id: 's_nobody', ...fields },
        headers,
      }),
    batch: (advertiser: Advertiser, items: object[], more: object = {}) =>
      app.conversions.sendConversion({
        body: { events: items as Record<string, unknown>[], ...more },
        headers: advertiser.key,
      }),
    async attributeIdentity(advertiser: Advertiser, identity_attribution: 'off' | 'report' | 'answer') {
      const body = { pixel_key: advertiser.pixelKey, identity_attribution };
      const headers = await app.signIn(advertiser.id);
      okOf(await app.keys.changeSettings({ body, query: {}, headers }));
    },
    async land(pixelKey: string, sid: string, parameters = 'svc_campaign=spring') {
      const url = `https://shop.example/p?${parameters}`;
      okOf(await app.pixel.createSession({ body: { key: pixelKey, url, sid } }));
    },
    async receipt(advertiser: Advertiser, event_id: string, query: { environment?: 'live' | 'test' } = {}) {
      const headers = await app.signIn(advertiser.id);
      return okOf(await app.events.readConversion({ params: { event_id }, query, headers })).body;
    },
    async log(advertiser: Advertiser, query: Record<string, unknown> = {}) {
      const headers = await app.signIn(advertiser.id);
      return okOf(await app.events.listEvents({ query, headers })).body;
    },
    async rows(advertiser: Advertiser, group_by = 'campaign') {
      const headers = await app.signIn(advertiser.id);
      return okOf(await app.reports.reportConversions({ query: { group_by }, headers })).body.rows;
    },
    async replay(advertiser: Advertiser, id: string, event?: object) {
      const headers = await app.signIn(advertiser.id);
      return app.events.replayEvent({
        params: { event_id: id },
        ...(event && { body: { event: event as Record<string, unknown> } }),
        headers,
      });
    },
    async activity(advertiser: Advertiser, environment: 'live' | 'test' = 'live') {
      const cells = await Array.fromAsync(depsOf(app).activity.between(advertiser.id, environment, '0001-01-01', '9999-12-31'));
      const sums = new Map<string, number>();
      for (const { metric, detail, count } of cells) {
        const name = `${metric} ${detail}`.trim();
        sums.set(name, (sums.get(name) ?? 0) + count);
      }
      return Object.fromEntries(sums);
    },
  };
  return scene;
}

export const depsOf = ({ world }: TestApp, env: Record<string, string> = {}) =>
  depsOfNeeds(needs, {
    env: { TABLE_ATTRIBUTION: `${world.prefix}attribution`, SECRETS_JSON: '{}', ...env },
    now: () => world.clock.now,
  });
