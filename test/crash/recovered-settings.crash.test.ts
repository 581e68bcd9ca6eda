// Slow: it fails every call in turn.
import { removableSettings } from '#shared/accounts/rules/removable-settings.ts';
import { settingsToConfirm } from '#shared/outbox/settings-to-confirm.ts';
import { setEverything } from '#test/api/accounts/deletion/set-everything.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { crashTest } from './crash-test.ts';

const logged = [
  'pixel_settings_changed',
  'traffic_rules_changed',
  'channel_rules_changed',
  'spend_aliases_changed',
  'exchange_rates_changed',
  'reconciliation_rules_changed',
] as const;

async function remaining(app: TestApp, id: number) {
  const user = await app.users.byId(id);
  if (!user) throw new Error('There is no user.');
  const account = { accountId: id, userId: id, sessionEpoch: 0, at: '' };
  const settings = await settingsToConfirm(user, account, app.workerDeps('effects'));
  return settings.filter(({ field }) => (removableSettings as readonly string[]).includes(field));
}

it('a crash at any call of removing settings after a recovery, and a retry: all are defaults, and logged', async () => {
  await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      await setEverything(app, owner.headers);
      await app.settle();
      await app.users.change(owner.id, { recoveredEpoch: app.world.clock.now });
      expect(await remaining(app, owner.id)).toHaveLength(removableSettings.length);
      return { owner, before: app.world.clock.now };
    },
    async operation(app, { owner }) {
      app.world.clock.now += 1000;
      const body = { fields: [...removableSettings] };
      return await app.privacy.removeRecoveredSettings({ body, headers: owner.headers });
    },
    async check(app, { owner, before }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { removed: [...removableSettings] } });
      expect(await remaining(app, owner.id)).toEqual([]);
      await app.settle();
      await deliverEffects(app);
      for (const type of logged) {
        const query = { user_id: owner.id, type } as const;
        const { body, status } = await app.operators.listAccountActivity({ query, headers: operator });
        if (status !== 200) throw new Error(JSON.stringify(body));
        const entries = body.entries.filter(({ at }) => Date.parse(at) > before);
        expect([type, entries.length]).toEqual([type, expect.toSatisfy((count: number) => count >= 1)]);
      }
    },
  });
});
