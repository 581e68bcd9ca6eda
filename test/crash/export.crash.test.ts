// Slow: it fails every call in turn.
import { gunzipSync } from 'node:zlib';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

async function scene(app: TestApp) {
  app.world.exportSizes = { pageRows: 2, partBytes: 1 };
  const owner = await newAdvertiser(app);
  const events = Array.from({ length: 3 }, (_, i) => ({ id: `e${i}`, type: 'a', svc_click_id: 's_x' }));
  await app.conversions.sendConversion({ body: { events } as never, headers: owner.key });
  await app.settle();
  return { owner };
}
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const days = { from: '2026-11-20', to: '2026-11-21' };

async function isWhole(app: TestApp, owner: Awaited<ReturnType<typeof newAdvertiser>>, id: string) {
  const key = `exports/${owner.id}/${id}.ndjson.gz`;
  const lines = gunzipSync(app.world.objects.files.get(key) ?? Buffer.alloc(0))
    .toString()
    .trimEnd()
    .split('\n');
  expect(new Set(lines.map((line) => JSON.parse(line).event_id)).size).toBe(3);
  expect(lines).toHaveLength(3);
  const status = await app.events.readExport({ params: { id }, headers: owner.headers });
  expect(status.body).toMatchObject({ status: 'completed', rows: 3, url: expect.any(String) });
}

describe('an export', () => {
  it('a crash while ordering an export, and a retry, carry out the returned order', async () => {
    await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      prepare: scene,
      operation: (app, { owner }) => app.events.createExport({ body: days, headers: owner.headers }),
      async check(app, { owner }, answer) {
        if (answer.status !== 202) throw new Error(`status ${answer.status}`);
        await app.work('export');
        await isWhole(app, owner, answer.body.export_id);
      },
      async abandoned(app, { owner }) {
        await app.work('export');
        const exports = (await allItems(app.world, 'attribution')).filter(({ kind }) => kind === 'export');
        for (const { id } of exports) await isWhole(app, owner, String(id));
      },
    });
  });

  it('a crash of the worker and a repeat of its message write one whole file', async () => {
    const calls = await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      async prepare(app) {
        const { owner } = await scene(app);
        const answer = await app.events.createExport({ body: days, headers: owner.headers });
        if (answer.status !== 202) throw new Error(`status ${answer.status}`);
        return { owner, id: answer.body.export_id };
      },
      operation: (app) => app.work('export'),
      async check(app, { owner, id }) {
        expect(app.world.messages).toEqual([]);
        await isWhole(app, owner, id);
        expect([...app.world.objects.files.keys()]).toHaveLength(1);
      },
    });
    expect(calls.filter(({ operation }) => operation === 'UploadPart')).toHaveLength(3);
  });
});
