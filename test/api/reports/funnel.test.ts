import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

type Query = Parameters<TestApp['reports']['reportFunnel']>[0]['query'];
async function funnel(headers: { authorization: string }, query: Query = {}) {
  await app.settle();
  const answer = await app.reports.reportFunnel({ query, headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

describe('the funnel report', () => {
  it('the funnel report counts events of pages and servers, and finds the untracked step', async () => {
    const owner = await newAdvertiser(app);
    const sids = await Promise.all(Array.from({ length: 25 }, () => owner.click()));
    for (const [i, sid] of sids.entries()) {
      const body = {
        event_type: 'order_created',
        event_id: `o${i}`,
        value: 5,
        currency: i < 5 ? 'EUR' : undefined,
        svc_click_id: i < 15 ? sid : `s_unknown${i}`,
      };
      await app.conversions.sendConversion({ body, headers: owner.key });
    }
    const report = await funnel(owner.headers);
    expect(report).toMatchObject({
      from: '2026-10-22',
      to: '2026-11-21',
      environment: 'live',
      steps: [
        { step: 'sessions', count: 25, rate_from_previous: null },
        { step: 'page_views', count: 0, rate_from_previous: 0 },
        { step: 'items_added', count: 0, rate_from_previous: null },
        { step: 'checkout_started', count: 0, rate_from_previous: null },
        { step: 'order_created', count: 25, rate_from_previous: null },
      ],
      quality: {
        unmatched_by_reason: { unknown_svc_click_id: 10 },
        unmatched_rate: 0.4,
        missing_currency_rate: 0.8,
        late_matches: 0,
      },
    });
    const found = report.findings.map(({ code, severity }) => `${severity} ${code}`);
    expect(found).toEqual(
      expect.arrayContaining(['critical no_page_views', 'critical tracking_gap', 'warning unmatched', 'warning missing_currency']),
    );
    const severities = report.findings.map(({ severity }) => severity);
    const order = ['critical', 'warning', 'info'];
    expect(severities).toEqual([...severities].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(await funnel(owner.headers, { environment: 'test' })).toMatchObject({
      findings: [{ code: 'no_data' }],
    });
  });

  it("the funnel report is the caller's own, and costs one query and a check for recounts in addition to the sign-in and its limit", async () => {
    const owner = await newAdvertiser(app);
    await owner.click();
    expect((await funnel((await newUser(app)).headers)).steps[0]?.count).toBe(0);
    await funnel(owner.headers);
    const from = app.calls.length;
    await app.reports.reportFunnel({ query: {}, headers: owner.headers });
    expect(app.calls.slice(from).map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem', 'GetItem', 'Query']);
  });

  it.each([
    [{ from: '2026-11-22', to: '2026-11-21' }, ['query.to']],
    [{ from: '2024-11-20', to: '2026-11-21' }, ['query.to']],
    [{ from: 'x', to: '2026-02-30', environment: 'prod' }, ['query.environment', 'query.from', 'query.to']],
  ])('the funnel report refuses %j, naming every problem', async (query, places) => {
    const answer = await app.reports.reportFunnel({
      query: query as Query,
      headers: (await newUser(app)).headers,
    });
    expect(answer.status).toBe(422);
    const { detail } = answer.body as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.')).sort()).toEqual(places);
  });
});
