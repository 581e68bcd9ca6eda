// Slow: it fails every call in turn.
import type { Message } from '#functions/queues.ts';
import { sendNudge } from '#functions/workers/nudge-email/send-nudge.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

const stateOf = async (app: TestApp) => (await allItems(app.world, 'accounts')).find(({ kind }) => kind === 'nudge')?.state;

it('a crash at any call of the nudge worker, and its message again: one mail at most, and none only when it may have gone out', async () => {
  const runs: string[] = [];
  const calls = await crashTest({
    async prepare(app) {
      const user = await newUser(app);
      await app.notifications.scheduleNudge({ body: { type: 'cart_abandoned' }, headers: user.headers });
      await app.settle();
      app.world.clock.now += 600_000;
      return app.world.messages[0]?.message as Message<'nudge_email'>;
    },
    operation: (app) => app.work('nudge_email'),
    async check(app, due) {
      expect(app.world.messages).toEqual([]);
      const mails = app.world.mails.length;
      expect(mails).toBeLessThanOrEqual(1);
      const state = await stateOf(app);
      expect(['sent', 'unknown']).toContain(state);
      if (state === 'sent') expect(mails).toBe(1);
      runs.push(`${state} ${mails}`);
      app.world.clock.now += 86_400_000;
      await sendNudge(due, app.nudgeDeps());
      expect(app.world.mails).toHaveLength(mails);
    },
  });
  expect(operationsOf(calls)).toBe('GetItem GetItem GetItem GetItem TransactWriteItems SendEmail UpdateItem PutItem');
  const count = (run: string) => runs.filter((one) => one === run).length;
  // The process died after the claim or the mail, or the mail got no response.
  expect([count('unknown 0'), count('unknown 1')]).toEqual([2, 2]);
});
