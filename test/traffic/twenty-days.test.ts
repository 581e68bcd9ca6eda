import { readFileSync } from 'node:fs';
import { seeded } from '#lib/tools/simulate/seeded.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { phone, trafficScene } from './scene.ts';

const assumed = {
  days: 20,
  clicksOfDay: 100,
  bots: 0.4,
  /** This share of the bots is real Chrome without a driver, in a data centre. */
  chromeInDataCentres: 1 / 3,
  behindVpn: 0.05,
  leaveAtOnce: 0.15,
  buy: 0.03,
};
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const dayMs = 86_400_000;

async function twentyDays(seed: number) {
  const random = seeded(seed);
  const chance = (share: number) => random() < share;
  const below = (count: number) => Math.floor(random() * count);
  const scene = await trafficScene();
  const { app, owner, click, interact, order, judged } = scene;
  const truth = { people: 0, orders: 0, all: 0 };
  const inDataCentre = () => `2001:db8:dc:${(below(256) * 256).toString(16)}::${below(9) + 1}`;
  const atHome = () => `10.${below(250)}.${below(250)}.${below(250)}`;

  async function person(): Promise<void> {
    const isBehindVpn = chance(assumed.behindVpn);
    const address = isBehindVpn ? inDataCentre() : atHome();
    const userAgent = chance(0.5) ? phone : chrome;
    const { sid, verify } = await click({ address, userAgent, ad: `ad_${below(5)}` });
    truth.people++;
    const leaves = chance(assumed.leaveAtOnce);
    if (!leaves && verify) await interact(sid);
    if (leaves || !chance(assumed.buy / (1 - assumed.leaveAtOnce))) return;
    truth.orders++;
    await order(sid);
  }
  async function bot(): Promise<void> {
    const ad = `ad_${below(5)}`;
    if (chance(assumed.chromeInDataCentres)) return void (await click({ address: inDataCentre(), userAgent: chrome, ad }));
    if (chance(0.5)) return void (await click({ address: atHome(), userAgent: 'AdsBot-Google', ad }));
    await click({ address: atHome(), userAgent: chrome, webdriver: true, ad });
  }

  const began = app.world.clock.now - (assumed.days - 1) * dayMs;
  for (let day = 0; day < assumed.days; day++) {
    app.world.clock.now = began + day * dayMs;
    for (let at = 0; at < assumed.clicksOfDay; at++) {
      app.world.clock.now += 60_000;
      truth.all++;
      if (chance(assumed.bots)) await bot();
      else await person();
    }
    if (day % 5 === 2) for (let at = 0; at < 25; at++, truth.all++) await click({ address: '198.18.7.1', userAgent: chrome, ad: 'ad_0' });
    await judged();
  }
  const headers = await app.signIn(owner.id);
  const query = { from: new Date(began).toISOString().slice(0, 10) } as never;
  const { people, all } = bodyOf(await app.reports.reportTraffic({ query, headers }));
  const exact = truth.orders / truth.people;
  const error = ({ conversions, clicks }: typeof people) => Math.round((conversions / clicks / exact - 1) * 10_000) / 100;
  expect(await scene.cells()).toEqual(await scene.wanted());
  return { truth, people, all, error: error(people), withoutRules: error(all) };
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

it('the conversion rate of 20 days with 40 % bots is within 1 % of the truth, and as docs/figures.md says', async () => {
  const { truth, people, all, error, withoutRules } = await twentyDays(1);
  expect(Math.abs(error)).toBeLessThanOrEqual(1);
  expect(withoutRules).toBeLessThan(-35);
  expect(people.conversions).toBe(truth.orders);
  const clicks = `${truth.people.toLocaleString('en-US')} of ${truth.all.toLocaleString('en-US')} clicks`;
  const row =
    `| Conversion rate of 20 simulated days, ${clicks} by people | ` +
    `${percent(people.conversions / people.clicks)} for ${percent(truth.orders / truth.people)}: ${error} % off; ` +
    `all clicks ${percent(all.conversions / all.clicks)}: ${withoutRules} % off |`;
  expect(readFileSync('docs/figures.md', 'utf8')).toContain(row);
});
