// Slow: it fails every call in turn.
import { gunzipSync } from 'node:zlib';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

async function scene(app: TestApp) {
  app.world.exportSizes = { pageRows: 2, partBytes: 1 };
  const owner = await newAdvertiser(app);
  const events = Array.from({ length: 3 }, (_, i) => ({ id: `e${i}`, type: 'a', svc_click_id: 's_x' }));
  await app.conversions.sendConversion({ body: { events } as never, headers: owner.key });
  await app.settle();
  return owner;
}
type Owner = Awaited<ReturnType<typeof scene>>;
const order = (app: TestApp, { headers }: Owner) => app.privacy.exportAccount({ headers });

async function isWhole(app: TestApp, owner: Owner, id: string) {
  const file = app.world.objects.files.get(`exports/${owner.id}/${id}.ndjson.gz`) ?? Buffer.alloc(0);
  const records = gunzipSync(file)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).record as string);
  expect(records).toEqual(['profile', 'email', 'activity', 'activity', 'api_key', 'api_key', 'settings', 'event', 'event', 'event']);
  const status = await app.privacy.readAccountExport({ params: { id }, headers: owner.headers });
  expect(status.body).toMatchObject({ status: 'completed', rows: 10, url: expect.any(String) });
}

it('a crash at any call of ordering an export of an account, and a retry: the answered one is carried out', async () => {
  await crashTest({
    prepare: scene,
    operation: order,
    async check(app, owner, answer) {
      if (answer.status !== 202) throw new Error(`status ${answer.status}`);
      await app.work('export');
      await isWhole(app, owner, answer.body.export_id);
      expect([...app.world.objects.files.keys()]).toHaveLength(1);
    },
  });
});

it('a crash at any call of its worker, and its message again: one whole file, told once', async () => {
  await crashTest({
    async prepare(app) {
      const owner = await scene(app);
      const answer = await order(app, owner);
      if (answer.status !== 202) throw new Error(`status ${answer.status}`);
      return { owner, id: answer.body.export_id };
    },
    operation: (app) => app.work('export'),
    async check(app, { owner, id }) {
      expect(app.world.messages).toEqual([]);
      await isWhole(app, owner, id);
      await app.settle();
      const subject = 'The export of your data is ready';
      expect(app.world.mails.filter((mail) => mail.subject === subject)).toHaveLength(1);
    },
  });
});
