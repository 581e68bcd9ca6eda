import { AdtrailError, type PerformanceReport, performanceReports, RequestRefusedError } from '#packages/node/src/performance.ts';
import type { SpendFetch } from '#packages/node/src/spend.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { answerOf } from './service.ts';

async function account() {
  const app = await startApp(await newWorld(Date.now()));
  const advertiser = await newAdvertiser(app);
  for (const ad of ['a', 'b', 'c']) {
    const sid = await advertiser.click(`utm_medium=cpc&svc_campaign=spring&svc_ad_id=${ad}`);
    await sceneOf(app).send(advertiser, {
      event_id: `o${ad}`,
      svc_click_id: sid,
      value: 10,
      currency: 'EUR',
    });
  }
  await app.settle();
  const faults: Response[] = [];
  const fetch: SpendFetch = async (url, { signal: _, ...init }) => faults.shift() ?? (await app.send(new Request(url, init)));
  const issue = async (scope?: 'performance') =>
    (await advertiser.issue({ name: 'Sheet', kind: 'read', environment: 'live', ...(scope && { scope }) })).key;
  const given = { readKey: await issue('performance'), baseUrl: 'https://adtrail.example/', fetch };
  return { app, advertiser, ...performanceReports(given), faults, given, issue };
}
const filters = { traffic: 'all', paid: 'all', group_by: ['ad_id'] } as const;

describe('performance reports of the Node package', () => {
  it('are those of the API, in its types, and are read again after a failure', async () => {
    const { app, advertiser, read, faults } = await account();
    faults.push(answerOf(503, {}));
    const report = await read(filters);
    const declared: PerformanceReport = bodyOf(
      await app.reports.reportPerformance({
        query: { ...filters, group_by: 'ad_id' } as never,
        headers: advertiser.headers,
      }),
    );
    expect({ ...report, as_of: '' }).toEqual({ ...declared, as_of: '' });
    expect(report.totals).toMatchObject([{ currency: 'EUR', conversions: 3, value: '30.00', spend: null }]);
  });

  it('yield the rows of all pages', async () => {
    const { rows } = await account();
    const ads: unknown[] = [];
    for await (const { ad_id, value } of rows({ ...filters, sort: 'ad_id', limit: 2 })) ads.push([ad_id, value]);
    expect(ads).toEqual(['a', 'b', 'c'].map((ad) => [ad, '10.00']));
  });

  it('yield the rows behind a cursor', async () => {
    const { read, rows } = await account();
    const query = { ...filters, sort: 'ad_id', limit: 2 };
    const { next_cursor: cursor } = await read(query);
    const ads: unknown[] = [];
    for await (const { ad_id } of rows({ ...query, cursor: cursor ?? '' })) ads.push(ad_id);
    expect(ads).toEqual(['c']);
  });

  it.each(['', '<html>Sign in</html>', '{}', '[]'])('a response "%s" with status 200 is an error that says so', async (page) => {
    const { read, rows, faults } = await account();
    for (const call of [() => read(), () => rows().next()]) {
      faults.push(answerOf(200, page));
      await expect(call()).rejects.toMatchObject({
        name: 'AdtrailError',
        code: 'unexpected_response',
        httpStatus: 200,
      });
    }
    faults.push(answerOf(200, { rows: [] }));
    expect(await Array.fromAsync(rows())).toEqual([]);
  });

  it('throw what is wrong: the parameters, the key, the options', async () => {
    const { read, given, issue } = await account();
    const error = await read({ from: 'yesterday' }).catch((one: AdtrailError) => one);
    expect(error).toMatchObject({ code: 'status_422', problems: [{ loc: ['query', 'from'] }] });
    const unscoped = performanceReports({ ...given, readKey: await issue() });
    await expect(unscoped.read()).rejects.toBeInstanceOf(RequestRefusedError);
    for (const wrong of [{ readKey: 'sk_live_x' }, { readKey: '' }, { baseUrl: 'adtrail.example' }, { timeoutMs: -1 }])
      expect(() => performanceReports({ ...given, ...wrong })).toThrow(AdtrailError);
  });
});
