import { activityLog, depsOf, keys, objects, queues, userTasks } from '#functions/deps.ts';
import { adjustmentsIn } from '#shared/adjustments/store/adjustments.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { clickRulesIn } from '#shared/clicks/store/click-rules.ts';
import { dataCentresFrom } from '#shared/clicks/store/data-centres.ts';
import { networkKeysIn } from '#shared/clicks/store/network-keys.ts';
import { ingestLimiterOf } from '#shared/conversions/event-limiters.ts';
import { accountSettingsIn } from '#shared/conversions/store/account-settings.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { eventIndexIn } from '#shared/conversions/store/event-index.ts';
import { identitiesIn } from '#shared/conversions/store/identities.ts';
import { erasuresIn } from '#shared/event-log/store/erasures.ts';
import { eventLogIn } from '#shared/event-log/store/event-log.ts';
import { exportsIn } from '#shared/event-log/store/exports.ts';
import { tombstonesIn } from '#shared/event-log/store/tombstones.ts';
import { viewDepsOf } from '#shared/http/view-deps.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';
import { mailPreferencesIn } from '#shared/mail/store/mail-preferences.ts';
import { suppressionsIn } from '#shared/mail/store/suppressions.ts';
import { reclassificationOver } from '#shared/reclassification/deps.ts';
import { reconciliationRulesIn } from '#shared/reconciliation/store/account-rules.ts';
import { reconciledMonthsIn } from '#shared/reconciliation/store/months.ts';
import { reconciliationPartsIn } from '#shared/reconciliation/store/parts.ts';
import { previewsIn } from '#shared/reconciliation/store/previews.ts';
import { reconciliationsIn } from '#shared/reconciliation/store/reconciliations.ts';
import { activityIn } from '#shared/reports/store/activity.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { totalsIn } from '#shared/reports/store/totals.ts';
import { exchangeRatesIn } from '#shared/spend/store/exchange-rates.ts';
import { spendAliasesIn } from '#shared/spend/store/spend-aliases.ts';
import { spendDaysIn } from '#shared/spend/store/spend-days.ts';
import { spendImportsIn } from '#shared/spend/store/spend-imports.ts';
import { spendStopsIn } from '#shared/spend/store/spend-stops.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, accounts, attribution } = context;
  const scale = streamScaleIn(attribution(), { now });
  const { cells, cellStart, cellStates } = cellDepsOver(attribution(), { now, scale });
  return {
    ...viewDepsOf(context),
    ...depsOf(context, { keys, activityLog, objects, queues, tasks: userTasks }),
    clickRules: clickRulesIn(attribution()),
    ruleCacheSeconds: env.KEY_CACHE_SECONDS,
    dataCentres: dataCentresFrom(env.DATA_CENTRES_FILE),
    reclassification: reclassificationOver(attribution(), { now }),
    networkKeys: networkKeysIn(attribution(), now),
    logDays: env.PIXEL_EVENTS_RETENTION_DAYS,
    clicks: clicksIn(attribution()),
    conversions: conversionsIn(attribution()),
    adjustments: adjustmentsIn(attribution(), { now }),
    totals: totalsIn(attribution(), { now, scale }),
    activity: activityIn(attribution(), { now }),
    ...{ cells, cellStart, cellStates },
    eventIndex: eventIndexIn(attribution()),
    identities: identitiesIn(attribution()),
    accountSettings: accountSettingsIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    eventLog: eventLogIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    erasures: erasuresIn(attribution(), { now }),
    ingestLimiter: ingestLimiterOf(env, attribution(), now),
    logBudget: tokenBuckets({ burst: 50, perSecond: 20, now }),
    suppressions: suppressionsIn(accounts(), { now }),
    mailPreferences: mailPreferencesIn(accounts(), { now }),
    spendDays: spendDaysIn(attribution()),
    spendImports: spendImportsIn(attribution(), { now }),
    spendStops: spendStopsIn(attribution()),
    spendAliases: spendAliasesIn(attribution()),
    exchangeRates: exchangeRatesIn(attribution()),
    reconciliations: reconciliationsIn(attribution(), { now }),
    parts: reconciliationPartsIn(attribution()),
    previews: previewsIn(attribution()),
    reconciliationRules: reconciliationRulesIn(attribution()),
    months: reconciledMonthsIn(attribution()),
    tombstones: tombstonesIn(attribution()),
    exports: exportsIn(attribution(), { now }),
    siteChecksOnThisMachine: env.STAGE === 'local' && env.SITE_CHECKS_ON_THIS_MACHINE,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
