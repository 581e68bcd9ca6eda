// Slow: it fails every call in turn.
import { acts } from '#test/activity/acts.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { crashTest } from './crash-test.ts';

const kinds = [
  'email_changed',
  'key_revoked',
  'webhook_endpoint_deleted',
  'erasure_requested',
  'consent_changed',
  'member_left',
  'profile_changed',
  'session_ended',
  'upload_created',
  'event_sent',
  'account_read',
  'licence_activated',
] as const;
/** A retry without an answer is another request, so it may have an entry of its own. */
const repeatable: ReadonlySet<string> = new Set([
  'erasure_requested',
  'consent_changed',
  'upload_created',
  'account_read',
  'profile_changed',
  'event_sent',
]);

it.each(kinds)('a crash at any call of %s, or of the delivery of its entry, and a retry: the log tells of it', async (type) => {
  await crashTest({
    prepare: async (app) => await acts[type](app),
    async operation(app, ready) {
      const answer = await ready.happen({}, app);
      await app.settle();
      return answer;
    },
    succeeded: ({ status }) => status < 500,
    async check(app, { id }) {
      await deliverEffects(app);
      const answer = await app.operators.listAccountActivity({
        query: { user_id: id, type },
        headers: operator,
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      const { entries } = answer.body;
      expect(entries.length).toBeGreaterThanOrEqual(1);
      if (!repeatable.has(type)) expect(entries).toHaveLength(1);
    },
  });
});
