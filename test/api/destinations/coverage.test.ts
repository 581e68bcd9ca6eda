import { dayAfter, dayIn } from '#shared/values/zone-calendar.ts';
import { setDestination } from '#test/destinations/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

type Consent = { ad_user_data?: 'granted' | 'denied'; ad_personalization?: 'granted' | 'denied' };

const edgeToken = 'token-of-the-edge';
const today = (app: TestApp) => new Date(app.world.clock.now).toISOString().slice(0, 10);

async function scene(networks: readonly ('meta' | 'google_ads' | 'openai_ads')[] = ['meta']) {
  vi.stubEnv('EDGE_TOKEN', edgeToken);
  const app = await startApp(await newWorld());
  const advertiser = await newAdvertiser(app);
  for (const network of networks) await setDestination(app, advertiser, { state: 'collecting' }, network);
  let orders = 0;
  const order = async (of: object = {}) => {
    const event_id = `order_created:${++orders}`;
    bodyOf(
      await app.conversions.sendConversion({
        body: { event_type: 'order_created', event_id, svc_click_id: 's_nobody', value: 10, ...of },
        headers: advertiser.key,
      }),
    );
    return event_id;
  };
  const click = async (parameters: string, consent?: Consent, { sid, country = '' }: { sid?: string; country?: string } = {}) => {
    const url = `https://shop.example/?svc_campaign=c&${parameters}`;
    const body = { key: advertiser.pixelKey, url, ...(consent && { consent }), ...(sid && { sid }) };
    const headers = { 'cloudfront-viewer-country': country, 'x-adtrail-edge': edgeToken };
    return bodyOf(await app.pixel.createSession({ body, headers })).sid;
  };
  const coverage = async (query: object = {}) => {
    await app.settle();
    const day = today(app);
    const answer = bodyOf(await app.destinations.reportCoverage({ query: { from: day, to: day, ...query }, headers: advertiser.headers }));
    return answer.days[0]?.networks ?? {};
  };
  return { app, advertiser, order, click, coverage };
}
const granted = { ad_user_data: 'granted' } as const;

describe('the coverage of a network', () => {
  it('counts each order once, by the first reason for which the network cannot be told', async () => {
    const { order, click, coverage } = await scene(['meta', 'google_ads']);
    await order();
    await order({ svc_click_id: await click('fbclid=a1', granted) });
    await order({ svc_click_id: await click('fbclid=a2', { ad_user_data: 'denied' }) });
    await order({ svc_click_id: await click('fbclid=a3') });
    await order({ svc_click_id: await click('gbraid=b1', granted) });
    await order({ svc_click_id: await click(`fbclid=${'x'.repeat(1100)}`, granted) });
    expect(await coverage()).toEqual({
      meta: {
        orders: 6,
        with_click_id: 3,
        with_consent: 3,
        with_match_keys: 0,
        tellable: 1,
        reasons: { unmatched: 1, no_click_id: 1, click_id_truncated: 1, no_consent: 2 },
        improvement: { what: 'consent_unknown', orders: 1 },
      },
      google_ads: {
        orders: 6,
        with_click_id: 1,
        with_consent: 3,
        with_match_keys: 0,
        tellable: 1,
        reasons: { unmatched: 1, no_click_id: 4 },
        improvement: { what: 'orders_unmatched', orders: 1 },
      },
    });
  });

  it('says that click IDs are missing where no order has one', async () => {
    const { order, click, coverage } = await scene();
    for (let i = 0; i < 2; i++) await order({ svc_click_id: await click('', granted) });
    expect((await coverage()).meta).toMatchObject({ tellable: 0, improvement: { what: 'click_ids_missing', orders: 2 } });
  });

  it("counts an event's own consent, and match keys that were kept", async () => {
    const { order, click, coverage } = await scene();
    await order({ svc_click_id: await click('fbclid=a1'), consent: granted, user_data: { email: 'ada@example.com' } });
    await order({
      svc_click_id: await click('fbclid=a2', granted),
      consent: { ad_user_data: 'denied' },
      user_data: { email: 'b@example.com' },
    });
    expect((await coverage()).meta).toMatchObject({
      orders: 2,
      with_consent: 1,
      with_match_keys: 1,
      tellable: 1,
      reasons: { no_consent: 1 },
    });
  });

  it('uses the `consent_default` that holds when it is asked', async () => {
    const { app, advertiser, order, click, coverage } = await scene(['meta', 'google_ads']);
    for (const country of ['US', 'DE']) await order({ svc_click_id: await click('fbclid=a1', undefined, { country }) });
    expect((await coverage()).meta).toMatchObject({ tellable: 0, reasons: { no_consent: 2 } });
    await setDestination(app, advertiser, { state: 'collecting', consent_default: { US: 'granted' } });
    expect((await coverage()).meta).toMatchObject({ orders: 2, with_consent: 0, tellable: 1, reasons: { no_consent: 1 } });
  });

  it('moves an order that is matched late, and one whose consent changes', async () => {
    const { app, advertiser, order, click, coverage } = await scene();
    const sid = `s_${'A'.repeat(22)}`;
    await order({ svc_click_id: sid });
    expect((await coverage()).meta).toMatchObject({ orders: 1, reasons: { unmatched: 1 } });
    await click('fbclid=a1', granted, { sid });
    expect((await coverage()).meta).toMatchObject({ orders: 1, tellable: 1, reasons: {} });
    app.world.clock.now += 1000;
    bodyOf(await app.privacy.changeConsent({ body: { svc_click_id: sid, ad_user_data: 'denied' }, headers: advertiser.headers }));
    expect((await coverage()).meta).toMatchObject({ orders: 1, tellable: 0, reasons: { no_consent: 1 } });
  });

  it('takes the consent of an event that is said to be from before its click', async () => {
    const { app, order, click, coverage } = await scene();
    const sid = await click('fbclid=a1', { ad_user_data: 'denied' });
    const occurred_at = new Date(app.world.clock.now - 3_600_000).toISOString();
    await order({ svc_click_id: sid, consent: granted, occurred_at, user_data: { email: 'ada@example.com' } });
    expect((await coverage()).meta).toMatchObject({ orders: 1, with_consent: 1, with_match_keys: 1, tellable: 1 });
  });

  it('counts neither other events, nor orders from before, nor those of an account that does not collect', async () => {
    const { app, advertiser, order, click, coverage } = await scene([]);
    const sid = await click('fbclid=a1', granted);
    await order({ svc_click_id: sid });
    await app.settle();
    await setDestination(app, advertiser);
    await order({ svc_click_id: sid, event_type: 'signup_completed' });
    expect((await coverage()).meta).toMatchObject({ orders: 0, tellable: 0, improvement: null });
    bodyOf(await app.privacy.changeConsent({ body: { svc_click_id: sid, ad_user_data: 'denied' }, headers: advertiser.headers }));
    expect((await coverage()).meta).toMatchObject({ orders: 0, reasons: {} });
    await setDestination(app, advertiser, { state: 'off' });
    expect(await coverage()).toEqual({});
  });

  it('keeps days of a time zone, pixels, environments and accounts apart', async () => {
    const { app, advertiser, order, click, coverage } = await scene();
    await order({ svc_click_id: await click('fbclid=a1', granted) });
    expect((await coverage({ environment: 'test' })).meta).toMatchObject({ orders: 0 });
    const other = await newAdvertiser(app);
    await setDestination(app, other);
    const day = today(app);
    const answer = await app.destinations.reportCoverage({ query: { from: day, to: day }, headers: other.headers });
    expect(bodyOf(answer).days[0]?.networks.meta).toMatchObject({ orders: 0 });
    const { key: pixel_key = '' } = bodyOf(
      await app.keys.createKey({ body: { name: 'Other', kind: 'public', environment: 'live' }, headers: advertiser.headers }),
    );
    expect((await coverage({ pixel_key })).meta).toMatchObject({ orders: 0 });
    expect((await coverage({ pixel_key: advertiser.pixelKey })).meta).toMatchObject({ orders: 1 });
    const days = async (time_zone: string) =>
      bodyOf(
        await app.destinations.reportCoverage({
          query: { from: dayAfter(day, -1), to: dayAfter(day, 1), time_zone },
          headers: advertiser.headers,
        }),
      ).days.flatMap(({ day, networks }) => (networks.meta?.orders ? [day] : []));
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    expect(await Promise.all(zones.map(days))).toEqual(zones.map((zone) => [dayIn(zone, app.world.clock.now)]));
    expect(new Set(zones.map((zone) => dayIn(zone, app.world.clock.now))).size).toBe(2);
  });
});
