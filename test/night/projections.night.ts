import { projections } from '#functions/projections.ts';
import type { Change } from '#shared/worker/stream-worker.ts';
import { type Advertiser, sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { failingOn } from '#test/worker/failing-projections.ts';

const queue = 'attribution-conversion-totals-failed';
const eventsOfAccount = 500;

async function deliver(app: TestApp) {
  const [started, callsBefore] = [performance.now(), app.calls.length];
  await app.settle();
  const calls = app.calls.slice(callsBefore).filter(({ by }) => by === 'conversion-totals');
  return { ms: performance.now() - started, calls: calls.length };
}

/** A thousand events of two accounts are one batch. */
async function scene() {
  const app = await startApp(await newWorld());
  const accounts = [await newAdvertiser(app), await newAdvertiser(app)] as const;
  const clicks = [await accounts[0].click(), await accounts[1].click()];
  await app.settle();
  for (const [at, account] of accounts.entries()) {
    const events = Array.from({ length: eventsOfAccount }, (_, number) => ({
      id: at === 0 && number === 250 ? 'poison' : `e${number}`,
      type: 'order_created',
      data: { value: 1, currency: 'USD', svc_click_id: clicks[at] },
    }));
    const answer = await sceneOf(app).batch(account, events);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
  return { app, accounts };
}

const countsOf = (app: TestApp, accounts: readonly Advertiser[]) =>
  Promise.all(
    accounts.map(async (account) => {
      const [row] = await sceneOf(app).rows(account);
      const answer = await app.reports.reportPerformance({ query: {}, headers: account.headers });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      const activity = await sceneOf(app).activity(account);
      return [row?.count, answer.body.totals[0]?.conversions, activity['outcome matched']];
    }),
  );

const isPoison = ({ after }: Change) => after?.eventId === 'poison';

describe('one record among 1,000 of two accounts that a projection cannot digest', async () => {
  const plain = await scene();
  await deliver(plain.app);
  const normal = await scene().then(({ app }) => deliver(app));
  process.stdout.write(`A normal batch: ${normal.calls} calls, ${Math.round(normal.ms)} ms.\n`);

  it.each(projections.map(({ name }) => name))('%s', async (name) => {
    const { app, accounts } = await scene();
    failingOn(app.world, (record, projection) => isPoison(record) && projection === name);
    const batch = await deliver(app);
    process.stdout.write(`${name}: ${batch.calls} calls, ${Math.round(batch.ms)} ms.\n`);
    const missing = (projection: string) => (name === projection ? 1 : 0);
    expect(await countsOf(app, accounts)).toEqual([
      [500 - missing('totals'), 500 - missing('cells'), 500 - missing('activity')],
      [500, 500, 500],
    ]);
    expect(batch.calls).toBeLessThan(2.5 * normal.calls);

    delete app.world.projections;
    const headers = { 'x-svc-dev-token': operatorToken };
    await app.work('recount');
    await app.operators.redriveDeadLetters({ params: { queue }, body: {}, headers });
    await app.work('recount');
    await app.settle();
    expect(await countsOf(app, accounts)).toEqual([
      [500, 500, 500],
      [500, 500, 500],
    ]);
    expect((await sceneOf(app).log(accounts[0], { id: 'poison' })).events).toHaveLength(1);
  });
});
