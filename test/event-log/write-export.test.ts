import { gunzipSync } from 'node:zlib';
import type { Message } from '#functions/queues.ts';
import { writeExport } from '#functions/workers/export/write-export.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { deliverAll, newStranger, recoveries } from '#test/api/accounts/stranger.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { linkIn, visit } from '#test/mail/scene.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

type Owner = Pick<Awaited<ReturnType<typeof newAdvertiser>>, 'headers'>;
async function ordered({ headers }: Owner): Promise<{ id: string; message: Message<'export'> }> {
  const body = { from: '2026-11-20', to: '2026-11-21', environment: 'live' } as const;
  const answer = await app.events.createExport({ body, headers });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return { id: answer.body.export_id, message: app.world.messages.pop()?.message as Message<'export'> };
}
const sentBy = async ({ headers }: { headers: Record<string, string> }, event_id: string) => {
  await app.conversions.sendConversion({ body: { event_type: 'a', event_id, svc_click_id: 's_x' } as never, headers });
  await app.settle();
};

const files = () => [...app.world.objects.files];
const linesOf = (file: Buffer | undefined) =>
  gunzipSync(file ?? Buffer.alloc(0))
    .toString()
    .split('\n')
    .filter(Boolean);

/** The store accepts the end of an upload, which is gone from then on, and the file appears later. */
function lateStore(store: ObjectStore) {
  const accepted = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { files, uploads } = app.world.objects;
  const completeUpload: ObjectStore['completeUpload'] = async (key, id) => {
    const parts = [...(uploads.get(id)?.parts.values() ?? [])].map(({ body }) => body);
    uploads.delete(id);
    accepted.resolve();
    await released.promise;
    files.set(key, Buffer.concat(parts));
  };
  return { objects: { ...store, completeUpload }, accepted: accepted.promise, release: released.resolve };
}

describe('a worker whose upload ends late', () => {
  it('the file of an earlier run does not replace the file of the run that completed the export', async () => {
    const owner = await newAdvertiser(app);
    await sentBy({ headers: owner.key }, 'e1');
    const { id, message } = await ordered(owner);
    const deps = app.exportDeps();
    const { objects, accepted, release } = lateStore(deps.objects);
    const late = writeExport(message, { ...deps, objects });
    await accepted;
    app.world.clock.now += 61_000;
    await sentBy({ headers: owner.key }, 'e2');
    expect(await app.attempt('export', message)).toBe(false);
    expect(await app.attempt('export', message)).toBe(true);
    release();
    await late;
    const read = await app.events.readExport({ params: { id }, headers: owner.headers });
    if (read.status !== 200) throw new Error(JSON.stringify(read.body));
    const { url = '', rows, size_bytes } = read.body;
    const [, file] = files().find(([key]) => url.includes(`/${key}?`)) ?? [];
    expect([rows, linesOf(file).length, file?.length]).toEqual([2, 2, size_bytes]);
  });

  it('the mail of an export that began again leads to its last file', async () => {
    const owner = await newAdvertiser(app);
    const answer = await app.privacy.exportAccount({ headers: owner.headers });
    if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
    const message = app.world.messages.pop()?.message as Message<'export'>;
    const deps = app.exportDeps();
    const { objects, accepted, release } = lateStore(deps.objects);
    const late = writeExport(message, { ...deps, objects });
    await accepted;
    app.world.clock.now += 61_000;
    await app.attempt('export', message);
    await app.attempt('export', message);
    const [key] = files()[0] ?? [];
    expect(files()).toHaveLength(1);
    release();
    await late;
    await deliverAll(app);
    const mail = app.world.mails.find(({ subject }) => subject === 'The export of your data is ready');
    const opened = await visit(app, linkIn(mail, 'Download the file'));
    expect(opened.headers.get('location')).toContain(`/${key}?`);
  });

  it('a file that appears after a recovery ended the export is removed', async () => {
    const stranger = await newStranger(app);
    const { message } = await ordered(stranger);
    const deps = app.exportDeps();
    const { objects, accepted, release } = lateStore(deps.objects);
    const late = writeExport(message, { ...deps, objects });
    await accepted;
    await recoveries.reset(app, stranger);
    await deliverAll(app);
    release();
    await late;
    expect(files().filter(([key]) => key.includes(`/${stranger.id}/`))).toEqual([]);
  });
});
