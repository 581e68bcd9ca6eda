import { endpoints } from '#functions/groups.ts';
import { TooMuchForTurn, withTurnBudget } from '#shared/values/turn-budget.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { sendRows } from '#test/api/spend/scene.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';

/** They read counters or spend of every row, so they may need another thread of the local host. */
const ofRows = [
  'listSpendJoins',
  'reportCoverage',
  ...['reportConversions', 'reportFunnel', 'reportPerformance', 'reportTraffic'].flatMap((id) => [id, `${id}Csv`]),
];
/** They read the rows of one reconciliation, in pages, or the months of an account. */
const ofPages = ['listReconciliationRows', 'listReconciliationMonths'];

it('each report is known, and one that reads more rows than its turn has leaves the answer to its host', async () => {
  const limited = endpoints.filter(({ method, callLimit }) => method === 'GET' && callLimit !== undefined);
  expect(limited.map(({ id }) => id).sort()).toEqual([...ofRows, ...ofPages].sort());
  const app = await startApp(await newWorld());
  const owner = await newAdvertiser(app);
  await sceneOf(app).send(owner, { event_id: 'e1', svc_click_id: await owner.click('svc_campaign=brand'), value: 1 });
  await app.settle();
  const day = new Date(app.world.clock.now).toISOString().slice(0, 10);
  await sendRows(app, owner.headers, [{ day, campaign: 'brand', spend: '10.00' }]);
  for (const { id, path } of limited.filter((endpoint) => ofRows.includes(endpoint.id))) {
    const url = `https://api.operator.example${path}?from=${day}&to=${day}`;
    const ask = () => app.send(new Request(url, { headers: owner.headers }));
    await expect(withTurnBudget(0, ask), id).rejects.toThrow(TooMuchForTurn);
    expect((await withTurnBudget(1000, ask)).status, id).toBe(200);
  }
});
