// Slow: it fails every call in turn.
import { campaign, counted, day1, day2, sendRows } from '#test/api/spend/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

it('a crash at any call of the prune, and its message again: only what counts is left, and it counts', async () => {
  await crashTest({
    alsoTries: ['two_faults'],
    async prepare(app) {
      const owner = await newAdvertiser(app);
      for (const spend of [1, 2, 3]) await sendRows(app, owner.headers, [campaign('c', spend)]);
      await app.work('spend_import');
      app.world.clock.now += 98 * 86_400_000;
      const headers = await app.signIn(owner.id);
      await sendRows(app, headers, [campaign('x', 1, { day: day2 })]);
      return { owner };
    },
    operation: (app) => app.work('spend_import'),
    async check(app, { owner }) {
      app.world.clock.now += 300_000;
      await app.work('spend_import');
      const stored = (await allItems(app.world)).filter(({ kind }) => kind === 'spend_version');
      expect(stored.map(({ day }) => day).sort()).toEqual([day1, day2]);
      expect(await counted(app, owner.id)).toEqual([`${day1} google_ads default c 3`, `${day2} google_ads default x 1`]);
    },
  });
});
