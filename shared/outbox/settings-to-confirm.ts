import type { SettingToConfirm } from '#shared/accounts/deletion/store/recoveries.ts';
import { profileToConfirm } from '#shared/accounts/profile/rules/profile-to-confirm.ts';
import type { RemovableSetting } from '#shared/accounts/rules/removable-settings.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { defaultIdentityAttribution } from '#shared/api-keys/rules/identity-attribution.ts';
import { defaultPrimaryType } from '#shared/conversions/rules/conversions.ts';
import { defaultIdentityWindowDays } from '#shared/conversions/rules/identity.ts';
import { defaultRules } from '#shared/reconciliation/rules/account-rules.ts';
import { cutText } from '#shared/values/cut-text.ts';
import type { EffectDeps } from './effect-needs.ts';
import type { RecoveredAccount } from './ways-out.ts';

type Setting = {
  list(user: User, account: RecoveredAccount, deps: EffectDeps): Promise<string[]>;
};

const maxValueLength = 200;
const listed = (name: string, values: readonly string[]) => (values.length > 0 ? [`${name}: ${values.join(', ')}`] : []);
const joined = (parts: readonly string[]) => (parts.length > 0 ? [parts.join('; ')] : []);

/**
 * These settings decide which sales count, and for whom. They lead no data out, so a recovery lists them and the owner
 * confirms or removes them. A test compares the list with all operations that store a setting.
 */
export const settings = {
  pixel: {
    async list(_, { accountId, sessionEpoch }, { keys }) {
      const all = await keys.list(accountId);
      return all
        .filter(({ kind, revokedAt }) => kind === 'public' && revokedAt === undefined)
        .filter(({ sessionEpoch: epoch = 0 }) => epoch < sessionEpoch)
        .map(({ pixelKey }) => pixelKey ?? '');
    },
  },
  attribution_settings: {
    async list(_, { accountId }, { accountSettings }) {
      const { identityAttribution, identityWindowDays, primaryEventType, targetReturn } = await accountSettings.stored(accountId);
      const changed = <T>(value: T | undefined, usual: T) => value !== undefined && value !== usual;
      return joined([
        ...(changed(identityAttribution, defaultIdentityAttribution) ? [`identity_attribution: ${identityAttribution}`] : []),
        ...(changed(identityWindowDays, defaultIdentityWindowDays) ? [`identity_window_days: ${identityWindowDays}`] : []),
        ...(changed(primaryEventType, defaultPrimaryType) ? [`primary_event_type: ${primaryEventType}`] : []),
        ...(targetReturn ? [`target_return: ${targetReturn}`] : []),
      ]);
    },
  },
  traffic_rules: {
    async list(_, { accountId }, { clickRules }) {
      const { staffNetworks, trafficRulesOff } = await clickRules.read(accountId);
      return joined([...listed('staff_networks', staffNetworks), ...listed('rules_off', trafficRulesOff)]);
    },
  },
  channel_rules: {
    async list(_, { accountId }, { clickRules }) {
      const { channelRules } = await clickRules.read(accountId);
      return joined(
        channelRules.map(({ channel, host, source, medium, campaignPrefix }) => {
          const names = [host, source, medium, campaignPrefix].filter((name) => name !== undefined);
          return `${names.join(' ')} -> ${channel}`;
        }),
      );
    },
  },
  spend_aliases: {
    async list(_, { accountId }, { spendAliases }) {
      const counts = await Promise.all(
        (['live', 'test'] as const).map(async (environment) => {
          const { length } = await spendAliases.all(accountId, environment);
          return length > 0 ? [`${environment}: ${length}`] : [];
        }),
      );
      return joined(counts.flat());
    },
  },
  exchange_rates: {
    async list(_, { accountId }, { exchangeRates }) {
      const rates = await exchangeRates.between(accountId, '0000', '9999');
      return joined([...new Set(rates.map(({ from, to }) => `${from} to ${to}`))]);
    },
  },
  reconciliation_rules: {
    async list(_, { accountId }, { reconciliationRules }) {
      const rules = await reconciliationRules.read(accountId);
      if (JSON.stringify(rules) === JSON.stringify(defaultRules)) return [];
      const { excludedStatuses, excludedChannels, excludesTests, coverageBound } = rules;
      return joined([
        ...listed('excluded_statuses', excludedStatuses),
        ...listed('excluded_channels', excludedChannels),
        `exclude_tests: ${excludesTests}`,
        `coverage_bound: ${coverageBound}`,
      ]);
    },
  },
} as const satisfies Record<RemovableSetting | 'pixel', Setting>;

export async function settingsToConfirm(user: User, account: RecoveredAccount, deps: EffectDeps): Promise<SettingToConfirm[]> {
  const toConfirm = profileToConfirm(user);
  for (const [field, setting] of Object.entries(settings) as [string, Setting][])
    for (const value of await setting.list(user, account, deps)) toConfirm.push({ field, value: cutText(value, maxValueLength) });
  return toConfirm;
}
