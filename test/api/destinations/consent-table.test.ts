import { setDestination } from '#test/destinations/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';

type Word = 'granted' | 'denied';
type Row = { pixel: Word | null; event: Word | null; default: 'this_country' | 'another_country' | 'none' };

const words = ['granted', 'denied', null] as const;
const rows: Row[] = words.flatMap((pixel) =>
  words.flatMap((event) => (['this_country', 'another_country', 'none'] as const).map((country) => ({ pixel, event, default: country }))),
);

/** The event's word wins over the click's. Only unknown consent is left to the country of the click (contract 11.2). */
function isAllowed({ pixel, event, default: country }: Row): boolean {
  const said = event ?? pixel;
  return said === null ? country === 'this_country' : said === 'granted';
}

it('27 rows of pixel, event and consent_default decide alike what is kept and what a network can be told', async () => {
  vi.stubEnv('EDGE_TOKEN', 'token-of-the-edge');
  const app = await startApp(await newWorld());
  const headers = { 'cloudfront-viewer-country': 'US', 'x-adtrail-edge': 'token-of-the-edge' };
  const outcome = await Promise.all(
    rows.map(async (row, at) => {
      const owner = await newAdvertiser(app);
      const countries = { this_country: { US: 'granted' }, another_country: { DE: 'granted' }, none: {} } as const;
      await setDestination(app, owner, { state: 'collecting', consent_default: countries[row.default] });
      const click = {
        key: owner.pixelKey,
        url: 'https://shop.example/?svc_campaign=spring&fbclid=a1',
        ...(row.pixel && { consent: { ad_user_data: row.pixel } }),
      };
      const { sid: svc_click_id } = bodyOf(await app.pixel.createSession({ body: click, headers }));
      const event = {
        event_type: 'order_created',
        event_id: `order_created:${at}`,
        svc_click_id,
        user_data: { email: 'ada@example.com' },
        ...(row.event && { consent: { ad_user_data: row.event } }),
      };
      const { warnings = [] } = bodyOf(await app.conversions.sendConversion({ body: event, headers: owner.key })) as {
        warnings?: unknown[];
      };
      return { owner, row, isKept: warnings.length === 0 };
    }),
  );
  await app.settle();
  const told = await Promise.all(
    outcome.map(async ({ owner, row, isKept }) => {
      const day = new Date(app.world.clock.now).toISOString().slice(0, 10);
      const answer = await app.destinations.reportCoverage({ query: { from: day, to: day }, headers: owner.headers });
      const { meta } = bodyOf(answer).days[0]?.networks ?? {};
      return { ...row, isKept, tellable: meta?.tellable, keys: meta?.with_match_keys };
    }),
  );
  expect(told).toEqual(
    rows.map((row) => ({ ...row, isKept: isAllowed(row), tellable: isAllowed(row) ? 1 : 0, keys: isAllowed(row) ? 1 : 0 })),
  );
  expect(rows.filter(isAllowed)).toHaveLength(13);
});
