import { spendDaysOf } from '#shared/assistant-ads/feed-spend.ts';
import { newUser, newWorld, operatorToken, startApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';

let vendors: TestVendors;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());

describe("the assistant's daily download", () => {
  it("the assistant's daily download is imported as spend of the network assistant, once, and again only where it changed", async () => {
    const app = await startApp(await newWorld(Date.parse('2026-11-21T12:30:00Z')), { env: vendors.env });
    const user = await newUser(app);
    const body = { user_id: user.id, enabled: true, account_id: 'act_northwind' };
    await app.operators.toggleAssistantAds({ body, headers: { 'x-svc-dev-token': operatorToken } });
    const download = async () => {
      await app.startReports();
      await app.settle();
      await app.work('assistant_report');
      await app.work('spend_import');
    };
    const imports = async () => {
      const answer = await app.spend.listSpendImports({ query: {}, headers: await app.signIn(user.id) });
      return answer.status === 200 ? answer.body.imports : [];
    };
    await download();
    const days = await Array.fromAsync(app.spendDays.between(user.id, 'live', '2026-10-01', '2026-11-30'));
    expect(days.length).toBeGreaterThan(20);
    expect(days.every(({ network, level }) => network === 'assistant' && level === 'ad')).toBe(true);
    expect(days.flatMap(({ rows }) => rows).some(({ spend }) => spend !== '0')).toBe(true);
    expect(await imports()).toMatchObject([
      { status: 'completed', network: 'assistant', account: 'act_northwind', created_by: { kind: 'system' } },
    ]);
    app.world.clock.now += 86_400_000;
    await download();
    const [second] = await imports();
    expect(second).toMatchObject({ status: 'completed', to: '2026-11-21' });
    expect(second?.days).toBeLessThan(days.length);
  });

  it("the assistant's daily download has spend to the millionth", () => {
    const account = { id: 'a', name: 'A', timeZone: 'UTC', currency: 'USD' };
    const ads = [{ adId: '1', campaignId: 'c', impressions: 3, clicks: 2, spendMicros: 1_234_567 }];
    const day = { day: '2026-11-20', readFor: '2026-11-20', ads, conversions: [] };
    const [one] = spendDaysOf({ account, campaigns: [], ads: [], days: [day] });
    expect(one?.rows).toMatchObject([{ adId: '1', campaignId: 'c', ad: null, spend: '1.234567', clicks: 2 }]);
  });
});
