// Slow: it fails every call in turn.
import { projections } from '#functions/projections.ts';
import { setDestination } from '#test/destinations/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const granted = { ad_user_data: 'granted' } as const;

it('a crash at any call of a batch with orders, and a repeat of the batch: coverage counts each order once', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const advertiser = await newAdvertiser(app);
      await setDestination(app, advertiser);
      const click = async (parameters: string, consent?: typeof granted) => {
        const url = `https://shop.example/?svc_campaign=c&${parameters}`;
        return bodyOf(await app.pixel.createSession({ body: { key: advertiser.pixelKey, url, ...(consent && { consent }) } })).sid;
      };
      const clickIds = [await click('fbclid=a1', granted), await click('fbclid=a2'), await click('gclid=b1', granted)];
      await app.settle();
      for (const [at, svc_click_id] of clickIds.entries()) {
        const body = {
          event_type: 'order_created',
          event_id: `order_created:${at}`,
          svc_click_id,
          user_data: { email: 'ada@example.com' },
        };
        bodyOf(await app.conversions.sendConversion({ body, headers: advertiser.key }));
      }
      return { advertiser };
    },
    async operation(app: TestApp) {
      app.world.projections = projections.filter(({ name }) => name === 'coverage');
      await app.settle();
    },
    async check(app, { advertiser }) {
      const answer = await app.destinations.reportCoverage({ query: {}, headers: advertiser.headers });
      const days = bodyOf(answer).days.flatMap(({ networks }) => (networks.meta?.orders ? [networks.meta] : []));
      expect(days).toMatchObject([
        { orders: 3, with_click_id: 2, with_consent: 2, with_match_keys: 2, tellable: 1, reasons: { no_click_id: 1, no_consent: 1 } },
      ]);
    },
  });
  expect(new Set(calls.map(({ by }) => by))).toEqual(new Set(['conversion-totals']));
});
