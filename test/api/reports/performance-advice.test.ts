import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { sendRows } from '../spend/scene.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const day = '2026-11-20';
let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeAll(async () => {
  app = await startApp(await newWorld(start));
  owner = await newAdvertiser(app);
  // The ad 9001 earns ten times its spend with 12 orders, the ad plain earns nothing.
  for (let at = 0; at < 12; at++) {
    const svc_click_id = await click('9001');
    const event = {
      event_id: `order_created:${at}`,
      event_type: 'order_created',
      value: 10,
      currency: 'USD',
    };
    await app.conversions.sendConversion({ body: { ...event, svc_click_id }, headers: owner.key });
  }
  await click('plain');
  const ad = { day, campaign: 'Brand', ad_group: 'Shoes' };
  await sendRows(app, owner.headers, [
    { ...ad, ad_id: '9001', ad: 'Old name', day: '2026-11-18', spend: '1.00' },
    { ...ad, ad_id: '9001', ad: 'Wide fit trail shoes', spend: '12.00' },
    { ...ad, ad_id: 'plain', ad: 'plain', spend: '60.00' },
    { ...ad, ad_id: '9002', ad: 'Nobody clicked', spend: '24.00' },
  ]);
  await app.settle();
});
async function click(ad: string) {
  const { status, body } = await app.pixel.createSession({
    body: {
      key: owner.pixelKey,
      url: `https://shop.example/p?svc_campaign=Brand&svc_ad_group=Shoes&svc_ad_id=${ad}`,
    },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.sid;
}
const read = async (query: object = {}) => {
  const asked = { from: '2026-11-19', to: day, group_by: 'ad_id', traffic: 'all', paid: 'all', ...query };
  return bodyOf(await app.reports.reportPerformance({ query: asked as never, headers: owner.headers }));
};
const setTarget = (target_return: string | null) => app.keys.changeSettings({ query: {}, body: { target_return }, headers: owner.headers });

describe('a row of the performance report', () => {
  it('has the newest name of an ad whose ID the clicks have, and none where its own word is the name', async () => {
    const { rows } = await read();
    expect(rows.map(({ ad_id, ad_name }) => [ad_id, ad_name])).toEqual([
      ['plain', 'plain'],
      ['9002', 'Nobody clicked'],
      ['9001', 'Wide fit trail shoes'],
    ]);
  });

  it('has an advice about the target return of the settings, and about 1 without it', async () => {
    const advices = async () => {
      const { rows, target_return } = await read();
      return [target_return, ...rows.map(({ advice }) => advice?.rule ?? null)];
    };
    expect(await advices()).toEqual([null, 'spent_without_conversion', null, 'return_above_target']);
    expect((await setTarget('12.5')).body).toMatchObject({ target_return: '12.5' });
    expect(await advices()).toEqual(['12.5', 'spent_without_conversion', null, 'return_near_target']);
    expect((await setTarget('20')).status).toBe(200);
    expect(await advices()).toEqual(['20', 'spent_without_conversion', null, 'return_below_target']);
    for (const refused of ['0', '0.00', '-1', '1e3', '10000', '1.23456', ''])
      expect([refused, (await setTarget(refused)).status]).toEqual([refused, 422]);
    expect((await setTarget(null)).body).toMatchObject({ target_return: null });
  });

  it('of a day has no advice, and a total says which share of its spend found clicks', async () => {
    const { rows, totals, spend_known } = await read({ group_by: 'day' });
    expect(rows.map((row) => 'advice' in row)).toEqual([false]);
    // 72.00 of 96.00.
    expect(totals).toMatchObject([{ joined_share: '0.7500' }]);
    expect(spend_known).toEqual([{ network: 'google_ads', account: 'default', to: day }]);
    const earlier = await read({ from: '2026-11-12', to: '2026-11-19' });
    expect(earlier.spend_known).toMatchObject([{ to: '2026-11-18' }]);
    expect((await read({ network: 'meta' })).spend_known).toEqual([]);
  });

  it('has the same fields in the file, at the end of its lines', async () => {
    const query = { from: day, to: day, group_by: 'ad_id', traffic: 'all', paid: 'all' } as never;
    const { body } = await app.reports.reportPerformanceCsv({ query, headers: owner.headers });
    const [heading, ...lines] = String(body).trim().split('\r\n');
    expect(heading?.endsWith(',ad_name,advice.word,advice.rule,net_advice.word,net_advice.rule')).toBe(true);
    expect(lines.at(-1)?.endsWith(',Wide fit trail shoes,grow,return_above_target,grow,return_above_target')).toBe(true);
  });
});
