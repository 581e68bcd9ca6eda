// Slow: it fails every call in turn.
import type { Message } from '#functions/queues.ts';
import { postNotices } from '#functions/workers/notices/post-notices.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { crashTest } from './crash-test.ts';

const features = ['pro_network_deploy', 'social_ads', 'search_ads'] as const;

async function deliverAll(app: TestApp) {
  const { messages } = app.world;
  await deliverEffects(app);
  const waiting = messages.filter(({ queue }) => queue === 'notices');
  const notices = waiting.map(({ message }) => message as Message<'notices'>);
  const outcomes = await postNotices(notices, app.noticeDeps());
  for (const [i, sent] of waiting.entries()) if (!outcomes[i]) messages.splice(messages.indexOf(sent), 1);
  const failure = outcomes.find(Boolean);
  if (failure) throw failure.error;
}

it('a crash at any call between write and channel loses no notice, and repeats only what had no receipt', async () => {
  const doubled: number[] = [];
  const calls = await crashTest({
    async prepare(app) {
      const user = await newUser(app);
      for (const feature of features) await app.notifications.signUpForEarlyAccess({ body: { feature }, headers: user.headers });
      return user;
    },
    operation: deliverAll,
    alsoTries: ['two_faults', 'repeat_at_once'],
    async check(app, { id }, _, faults) {
      await deliverAll(app);
      const lines = app.world.notices.flatMap((post) => post.split('\n'));
      expect(new Set(lines)).toEqual(new Set(features.map((feature) => `User ${id} asks for early access to ${feature}.`)));
      expect(app.world.messages).toEqual([]);
      // A notice is repeated only if a worker dies between the post and its receipt.
      expect(lines.length).toBeLessThanOrEqual(features.length + Math.max(1, faults.length));
      if (faults.length < 2) doubled.push(lines.length - features.length);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual([
    ...features.map(() => 'SendMessage'),
    'UpdateItem',
    ...features.flatMap((_, i) => [...(i > 0 ? ['UpdateItem', 'UpdateItem'] : []), 'UpdateItem', 'PostNotice', 'UpdateItem']),
  ]);
  const afterPost = doubled.filter((more) => more > 0).length;
  expect(afterPost).toBeGreaterThanOrEqual(3);
  expect(afterPost).toBeLessThanOrEqual(4 * features.length);
});
