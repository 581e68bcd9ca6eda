import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Advertiser, newSid, sceneOf } from './scene.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
const composed = 'caf\u00e9';
const decomposed = 'cafe\u0301';

beforeAll(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
  for (const [index, campaign] of [composed, decomposed, 'cafe'].entries()) {
    const sid = newSid();
    await scene.land(advertiser.pixelKey, sid, `svc_campaign=${encodeURIComponent(campaign)}`);
    await scene.send(advertiser, { event_id: `order:${index}`, svc_click_id: sid, value: index + 1 });
  }
  await app.settle();
});

describe('campaigns that differ only by their Unicode form', () => {
  it('campaigns that differ only by their Unicode form are one row of the report, with the stored text unchanged', async () => {
    expect(await scene.rows(advertiser)).toMatchObject([
      { campaign: 'cafe', count: 1, value: '3.00' },
      { campaign: composed, count: 2, value: '3.00' },
    ]);
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({ campaign: decomposed });
  });

  it.each([composed, decomposed])(
    'campaigns that differ only by their Unicode form are both found in the log by either form (%j)',
    async (name) => {
      const { events } = await scene.log(advertiser, { campaign: name });
      expect(events.map(({ event_id }) => event_id).sort()).toEqual(['order:0', 'order:1']);
    },
  );

  it.each(['/api/v1/pixel/reports/conversions', '/api/v1/pixel/reports/funnel'])(
    'spreadsheet programs read such campaigns correctly with bom=true (%s)',
    async (path) => {
      const file = async (query: string) => {
        const url = `http://api${path}?format=csv${query}`;
        const answer = await app.send(new Request(url, { headers: advertiser.headers }));
        expect(answer.status).toBe(200);
        return Buffer.from(await answer.arrayBuffer());
      };
      const plain = await file('');
      expect(await file('&bom=false')).toEqual(plain);
      expect(await file('&bom=true')).toEqual(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]));
      const wrong = await app.send(new Request(`http://api${path}?format=csv&bom=yes`, { headers: advertiser.headers }));
      expect(wrong.status).toBe(422);
    },
  );
});
