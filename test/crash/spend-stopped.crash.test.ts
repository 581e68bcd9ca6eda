// Slow: it fails every call in turn.
import { sendRows } from '#test/api/spend/scene.ts';
import { importedOn, november, reported, spent } from '#test/api/spend/stopped-scene.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { subscriber } from '#test/webhooks/scene.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

async function scene(app: TestApp) {
  const owner = await subscriber(app);
  await importedOn(app, owner, 9, spent(1, 8));
  app.world.clock.now = Date.parse(`${november(10)}T12:00:00Z`);
  return { owner: { ...owner, headers: await app.signIn(owner.id) } };
}
const once = { events: [november(9)], mails: [expect.anything()] };

describe('spend.stopped', () => {
  it('a crash of the import that shows a stop, and a retry, send one event and one e-mail', async () => {
    await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      prepare: scene,
      operation: (app, { owner }) => sendRows(app, owner.headers, spent(9, 9, 0)),
      async check(app, { owner }, answer) {
        expect([200, 201, 202]).toContain(answer.status);
        await app.work('spend_import');
        expect(await reported(app, owner)).toMatchObject(once);
      },
    });
  });

  it('a crash of an unchanged report that shows a stop, and a retry, send one event and one e-mail', async () => {
    await crashTest({
      prepare: scene,
      operation: (app, { owner }) => sendRows(app, owner.headers, spent(2, 8)),
      async check(app, { owner }, answer) {
        expect(answer.status).toBe(200);
        expect(await reported(app, owner)).toMatchObject(once);
      },
    });
  });

  it('a crash while undoing the import that showed a stop, and a retry, send another stop', async () => {
    await crashTest({
      async prepare(app) {
        const { owner } = await scene(app);
        const { import_id } = await importedOn(app, owner, 10, spent(8, 9, 0));
        return { owner, id: import_id ?? '' };
      },
      operation: (app, { owner, id }) => app.spend.undoSpendImport({ params: { id }, query: {}, headers: owner.headers }),
      async check(app, { owner }, answer) {
        expect(answer.status).toBe(200);
        await app.work('spend_import');
        await sendRows(app, owner.headers, spent(9, 9, 0));
        expect((await reported(app, owner)).events).toEqual([november(8), november(9)]);
      },
    });
  });
});
