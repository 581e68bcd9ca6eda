import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  spendDay: (accountId: AccountId, environment: string, { day, network, adAccount }: { day: string; network: string; adAccount: string }) =>
    key(`SPENDDAYS#${accountId}#${environment}`, `${day}#${network}#${adAccount}`),
  spendImport: (accountId: AccountId, environment: string, importId: string) => key(`SPENDIMPORTS#${accountId}#${environment}`, importId),
  spendVersion: (accountId: AccountId, environment: string, importId: string, day: string, part?: number) =>
    key(`SPENDVERSION#${accountId}#${environment}#${importId}`, `DAY#${day}${part === undefined ? '' : `#${padded(part, 4)}`}`),
  spendRun: (accountId: AccountId) => key(`SPENDRUN#${accountId}`, 'RUN'),
  spendStop: (accountId: AccountId, environment: string, { network, adAccount }: { network: string; adAccount: string }) =>
    key(`SPENDSTOPS#${accountId}`, `${environment}#${network}#${adAccount}`),
  prunedSpend: (accountId: AccountId, environment: string) => key(`SPENDPRUNED#${accountId}`, environment),
  spendAliases: (accountId: AccountId, environment: string) => key(`SPENDALIASES#${accountId}`, environment),
  spendAliasPart: (accountId: AccountId, environment: string, part: number) =>
    key(`SPENDALIASES#${accountId}`, `${environment}#${padded(part, 4)}`),
  exchangeRates: (accountId: AccountId, from: string, to: string, year: string) =>
    key(`EXCHANGERATES#${accountId}`, `${from}#${to}#${year}`),
};

export const items = {
  SPENDDAYS: {
    erasure: 'pk',
    recovery: 'for_reports',
    eventualReads: ['Query'],
    forms: { 'spend-days': 1 },
    records: ['spend_live', 'spend_test'],
  },
  SPENDIMPORTS: {
    erasure: 'pk',
    recovery: 'for_reports',
    records: ['spend_import_live', 'spend_import_test'],
  },
  SPENDVERSION: { erasure: 'pk', recovery: 'for_reports', forms: { 'spend-days': 1 } },
  SPENDRUN: { erasure: 'pk', recovery: 'for_reports' },
  SPENDSTOPS: { erasure: 'pk', recovery: 'for_reports', records: ['spend_stop'] },
  SPENDPRUNED: { erasure: 'pk', recovery: 'for_reports' },
  SPENDALIASES: { erasure: 'pk', recovery: { confirms: 'spend_aliases' }, records: ['spend_aliases'] },
  EXCHANGERATES: { erasure: 'pk', recovery: { confirms: 'exchange_rates' }, records: ['exchange_rates'] },
} as const satisfies ItemKinds;
