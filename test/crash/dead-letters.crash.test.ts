// Slow: it fails every call in turn.
import { newUser, operatorToken } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const headers = { 'x-svc-dev-token': operatorToken };
const params = { queue: 'notices' as const };
const notices = [1, 2, 3].map((number) => ({ id: `n${number}`, text: `Notice ${number}` }));

it('a failed run of a schedule that is done again grants once, wherever the redrive dies', async () => {
  const run = { job: 'grant_daily_credits', scheduledAt: '2026-11-21T04:00:00Z' };
  const queue = 'grant-jobs-failed' as const;
  await crashTest({
    async prepare(app) {
      app.world.deadLetters.set(queue, [JSON.stringify({ requestPayload: run })]);
      return (await newUser(app)).id;
    },
    operation: (app) => app.operators.redriveDeadLetters({ params: { queue }, body: { reason: 'Repaired' }, headers }),
    async check(app, userId) {
      expect(app.world.deadLetters.get(queue)).toEqual([]);
      const { body } = await app.operators.listAccountCredits({ query: { user_id: userId }, headers });
      expect(body).toMatchObject({ balance: 5 });
    },
  });
});

it('dead letters that are sent back are not lost, wherever the redrive dies', async () => {
  const calls = await crashTest({
    prepare: async (app) => {
      app.world.deadLetters.set(
        'notices',
        notices.map((notice) => JSON.stringify(notice)),
      );
    },
    operation: (app) => app.operators.redriveDeadLetters({ params, body: { reason: 'Repaired' }, headers }),
    async check(app) {
      expect(app.world.deadLetters.get('notices')).toEqual([]);
      const sentIds = app.world.messages.flatMap(({ queue, message }) => (queue === 'notices' ? [message.id] : []));
      // The worker tolerates a second message.
      expect([...new Set(sentIds)].sort()).toEqual(notices.map(({ id }) => id));
      const { body } = await app.operators.listAudit({
        query: { action: 'redrive_dead_letters' },
        headers,
      });
      expect('entries' in body && body.entries.length).toBeGreaterThan(0);
    },
  });
  expect(calls.map(({ operation }) => operation)).toContain('DeleteMessage');
});
