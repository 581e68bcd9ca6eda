import * as z from 'zod';
import { type RemovableSetting, removableSettings } from '#shared/accounts/rules/removable-settings.ts';
import { activity } from '#shared/activity/activity.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { defaultIdentityAttribution } from '#shared/api-keys/rules/identity-attribution.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { clickRules } from '#shared/clicks/needs.ts';
import type { ClickRuleChanges } from '#shared/clicks/rules/click-rules.ts';
import { accountSettings } from '#shared/conversions/needs.ts';
import { defaultPrimaryType } from '#shared/conversions/rules/conversions.ts';
import { defaultIdentityWindowDays } from '#shared/conversions/rules/identity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reconciliationRules } from '#shared/reconciliation/needs.ts';
import { defaultRules } from '#shared/reconciliation/rules/account-rules.ts';
import { exchangeRates, spendAliases } from '#shared/spend/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { type AccountId, ownAccountOf } from '#shared/values/tenant.ts';

const needs = { accountSettings, clickRules, exchangeRates, keys, reconciliationRules, spendAliases };
type Deps = DepsOf<typeof needs>;

export const removeRecoveredSettings = defineEndpoint({
  id: 'removeRecoveredSettings',
  method: 'POST',
  path: '/api/v1/auth/recovery/remove',
  auth: 'user',
  needs,
  unknownFields: 'refused',
  summary: 'Remove settings that stayed after a recovery',
  description:
    'Brings the settings of `fields` back to their defaults: rules and aliases become empty lists. `to_confirm` of the recovery lists the settings from before. Clicks and events that arrived before keep what the earlier rules decided until you apply the rules again. Repeatable. 404 for an account that was never recovered.',
  body: z
    .object({
      fields: z
        .array(z.enum(removableSettings))
        .min(1)
        .max(removableSettings.length)
        .meta({ description: 'The settings to remove, by their `field` in `to_confirm`.' }),
    })
    .meta({ id: 'RemoveRecoveredSettings' }),
  responses: {
    200: z
      .object({
        removed: z.array(z.enum(removableSettings)).meta({ description: 'The settings that are defaults now.' }),
      })
      .meta({ id: 'RemovedSettings' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    body: { fields: ['traffic_rules', 'channel_rules'] },
    responses: { 200: { removed: ['traffic_rules', 'channel_rules'] } },
  },

  async handle({ body, actor: { user } }, deps) {
    if (user.recoveredEpoch === undefined) throw fail(serviceErrors.not_found);
    const removed = [...new Set(body.fields)];
    for (const field of removed) await removals[field](ownAccountOf(user.id), deps);
    return ok({ removed });
  },
});

const removals: Record<RemovableSetting, (accountId: AccountId, deps: Deps) => Promise<void>> = {
  async attribution_settings(accountId, { accountSettings }) {
    const effect = await activity('pixel_settings_changed', accountId, { pixel_key: '' });
    const defaults = {
      identityAttribution: defaultIdentityAttribution,
      identityWindowDays: defaultIdentityWindowDays,
      primaryEventType: defaultPrimaryType,
      targetReturn: null,
    };
    await accountSettings.change(accountId, defaults, [effect]);
  },
  traffic_rules: (accountId, deps) => changeClickRules(accountId, { staffNetworks: [], trafficRulesOff: [] }, deps),
  channel_rules: (accountId, deps) => changeClickRules(accountId, { channelRules: [] }, deps),
  async spend_aliases(accountId, { spendAliases }) {
    for (const environment of ['live', 'test'] as const) {
      if ((await spendAliases.all(accountId, environment)).length === 0) continue;
      const details = { environment, count: 0 };
      await spendAliases.set(accountId, environment, [], [await activity('spend_aliases_changed', accountId, details)]);
    }
  },
  async exchange_rates(accountId, { exchangeRates }) {
    const rates = await exchangeRates.between(accountId, '0000', '9999');
    if (rates.length === 0) return;
    const effect = await activity('exchange_rates_changed', accountId, { count: rates.length });
    const changes = rates.map((rate) => ({ ...rate, rate: null }));
    await exchangeRates.set(accountId, changes, [effect]);
  },
  async reconciliation_rules(accountId, { reconciliationRules }) {
    const { excludedStatuses, excludedChannels } = defaultRules;
    const details = { statuses: excludedStatuses.length, channels: excludedChannels.length };
    const effect = await activity('reconciliation_rules_changed', accountId, details);
    await reconciliationRules.change(accountId, defaultRules, [effect]);
  },
};

async function changeClickRules(
  accountId: AccountId,
  changes: ClickRuleChanges,
  { clickRules, keys }: Pick<Deps, 'clickRules' | 'keys'>,
): Promise<void> {
  const rules = await clickRules.change(accountId, changes, async ({ channelVersion, trafficVersion }) => [
    changes.channelRules
      ? await activity('channel_rules_changed', accountId, { version: channelVersion, rules: 0 })
      : await activity('traffic_rules_changed', accountId, {
          version: trafficVersion,
          networks: 0,
          rules_off: '',
        }),
  ]);
  await keys.copyClickRules(accountId, rules);
}
