import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import { allSeries, type Counted, contributionsOf, nameOf } from '#shared/cells/rules/cells.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { tableAt } from '#shared/store/table.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { storedIn } from '#test/api/pixel/stored.ts';
import { allItems } from '#test/kit/all-items.ts';
import { atEndOfFile } from '#test/kit/at-end-of-file.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
export const dataCentre = '192.0.2.77';
export const home = '203.0.113.7';
const dayMs = 86_400_000;

export function dataCentreFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'traffic-'));
  atEndOfFile(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'data-centres.json');
  writeFileSync(
    file,
    JSON.stringify({
      date: '2026-11-01',
      sources: [{ name: 'made up', licence: 'none' }],
      ipv4: ['c0000200-c00002ff'],
      ipv6: ['20010db800dc0000-20010db800dcffff'],
    }),
  );
  return file;
}

export type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;

export async function trafficScene(given?: TestApp) {
  const app = given ?? (await startApp(await newWorld(), { env: { DATA_CENTRES_FILE: dataCentreFile() } }));
  const owner = await newAdvertiser(app);
  return { app, owner, ...actsOf(app, owner) };
}

export function actsOf(app: TestApp, owner: Advertiser) {
  const { world } = app;
  let network = 0;
  const { send } = sceneOf(app);
  async function click(
    {
      address = `10.${Math.floor(++network / 250) % 250}.${network % 250}.1`,
      ad = 'ad_1',
      parameters = '',
      userAgent = phone,
      ...body
    }: {
      address?: string;
      ad?: string;
      parameters?: string;
      userAgent?: string;
      webdriver?: boolean;
      internal?: boolean;
      sid?: string;
    } = {},
    key = owner.pixelKey,
  ) {
    const before = world.clientAddress;
    world.clientAddress = address;
    const url = `https://shop.example/p?utm_source=google&utm_medium=cpc&svc_campaign=spring&svc_ad_id=${ad}${parameters}`;
    const answer = await app.pixel.createSession({
      body: { key, url, ...body },
      headers: { 'user-agent': userAgent },
    });
    world.clientAddress = before;
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  }
  const interact = async (sid: string, key = owner.pixelKey) => (await app.pixel.reportInteraction({ body: { key, sid } })).status;
  const factsOf = async (sid: string) => {
    const facts = (await storedIn(world).click(sid))?.facts;
    if (!facts) throw new Error('The click has no facts.');
    return facts;
  };
  const table = tableAt(`${world.prefix}attribution`, testDynamo());
  const now = () => world.clock.now;
  const cellDeps = cellDepsOver(table, { now, scale: streamScaleIn(table, { now }) });
  const period = () => ({
    from: new Date(now() - 80 * dayMs).toISOString().slice(0, 10),
    to: new Date(now() + dayMs).toISOString().slice(0, 10),
  });

  async function cells() {
    const sums = new Map<string, number>();
    for (const series of allSeries)
      for await (const { names, count } of readCells({ accountId: owner.id, environment: 'live' }, series, period(), cellDeps)) {
        const rule = series === 'clicks' ? nameOf(names, 'matched_by') : '';
        const line = [series, nameOf(names, 'traffic'), rule].filter(Boolean).join(' ');
        sums.set(line, (sums.get(line) ?? 0) + count);
      }
    return inShort(sums);
  }
  async function wanted() {
    const stored = (await allItems(world, 'attribution')).filter(
      ({ kind, accountId }) => (kind === 'session' || kind === 'conversion') && accountId === owner.id,
    );
    const sums = new Map<string, number>();
    for (const { series, names, count } of (stored as unknown as Counted[]).flatMap(contributionsOf)) {
      const rule = series === 'clicks' ? nameOf(names, 'matched_by') : '';
      const line = [series, nameOf(names, 'traffic'), rule].filter(Boolean).join(' ');
      sums.set(line, (sums.get(line) ?? 0) + count);
    }
    return inShort(sums);
  }
  const inShort = (sums: ReadonlyMap<string, number>) =>
    [...sums]
      .filter(([, count]) => count !== 0)
      .map(([line, count]) => `${line} ${count}`)
      .sort();

  return {
    click,
    interact,
    factsOf,
    cells,
    wanted,
    table,
    order: (sid: string, fields: object = {}) => send(owner, { svc_click_id: sid, value: 10, currency: 'EUR', ...fields }),
    async judged() {
      await app.settle();
      await app.work('verdicts');
      await app.settle();
    },
  };
}
