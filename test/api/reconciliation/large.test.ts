// Night: it works on much data.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { create, read, sendAll, sentOrder } from './scene.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function liveBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('100,000 orders hold at most 60 MB at once, their file included, and report their progress', async () => {
  const world = await newWorld();
  let calls = 0;
  let most = 0;
  let isWatched = false;
  const app = await startApp(world, {
    consumed: () => {
      if (isWatched && calls++ % (calls < 60 ? 20 : 300) === 0) most = Math.max(most, liveBytes());
    },
  });
  const owner = await newAdvertiser(app);
  const day = (at: number) => new Date(Date.parse('2026-11-01T00:00:00Z') + at * 17_000).toISOString();
  const orders = Array.from({ length: 100_000 }, (_, at) => ({ id: 5_159_806_000_000 + at, at }));
  await sendAll(
    app,
    owner,
    orders.filter(({ at }) => at % 20 === 0).map(({ id, at }) => sentOrder(id, `${(at % 997) / 100}`, { occurred_at: day(at) })),
  );
  const lines = orders.map(
    ({ id, at }) =>
      `#${at},somebody${at}@visitor.example,paid,USD,${at % 900}.00,4.90,${(at % 700) / 100},${(at % 997) / 100},${day(at)},Item number ${at % 50} of the shop,${id},web`,
  );
  const file = `Name,Email,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem name,Id,Source\n${lines.join('\n')}\n`;
  const upload_id = 'upload_0123456789abcdefABCDEF';
  app.world.objects.files.set(`uploads/${owner.id}/${upload_id}`, Buffer.from(file));
  const { reconciliation_id: id } = bodyOf(await create(app, owner, undefined, { upload_id }));
  const rest = liveBytes();
  isWatched = true;
  await app.work('reconciliation');
  isWatched = false;
  const megabytes = (most - rest) / 1_048_576;
  expect(await read(app, owner, id)).toMatchObject({
    status: 'completed',
    orders: 100_000,
    arrived: 5000,
    coverage: 0.05,
    format: 'shopify',
    progress: { percent: 100 },
    categories: { missing: 95_000, unattributed: 5000 },
  });
  expect(megabytes).toBeLessThan(60);
});
