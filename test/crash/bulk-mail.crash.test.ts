// Slow: it fails every call in turn.
import type { Message } from '#functions/queues.ts';
import { sendBulkMail } from '#functions/workers/nudge-email/send-bulk-mail.ts';
import { newUser } from '#test/kit/harness.ts';
import type { Sent } from '#test/kit/world.ts';
import { crashTest } from './crash-test.ts';

it('a crash at any call of the worker of e-mails to many, and its message again: one mail, two only when nobody knows of the first', async () => {
  const runs: number[] = [];
  const calls = await crashTest({
    async prepare(app) {
      const { id } = await newUser(app);
      await app.settle();
      app.world.mails.length = 0;
      const message: Message<'bulk_mail'> = {
        effect: {
          kind: 'mail',
          id: `one_week_checkin#${id}`,
          to_user: id,
          template: 'one_week_checkin',
          data: {},
        },
        ordered_at: new Date(app.world.clock.now).toISOString(),
      };
      app.world.messages.push({ queue: 'bulk_mail', message } as Sent);
      return message;
    },
    operation: (app) => app.work('bulk_mail'),
    async check(app, message) {
      expect(app.world.messages).toEqual([]);
      const mails = app.world.mails.length;
      runs.push(mails);
      expect([1, 2]).toContain(mails);
      app.world.clock.now += 120_000;
      await sendBulkMail([message], app.nudgeDeps());
      expect(app.world.mails).toHaveLength(mails);
    },
  });
  expect(calls.map(({ operation }) => operation)).toContain('SendEmail');
  expect(runs.filter((mails) => mails === 2).length).toBe(2);
});
