import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { type ExportSection, only } from '#shared/store/export-section.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from './items.ts';
import { type StoredDay, spendDaysIn } from './store/spend-days.ts';

const importFields = [
  'id',
  'network',
  'adAccount',
  'mode',
  'currency',
  'timeZone',
  'pixelKey',
  'status',
  'rows',
  'days',
  'from',
  'to',
  'difference',
  'createdAt',
  'completedAt',
  'undoneAt',
];
const rowsOf =
  (environment: Environment): NonNullable<ExportSection['rows']> =>
  async (item, { accountId, tables }) => {
    const { day, network, adAccount, currency, timeZone, pixelKey } = item;
    const storedDay = item as Item & StoredDay;
    const rows = await spendDaysIn(tables.attribution).rowsOf(accountId, environment, storedDay);
    return rows.map((row) => ({ day, network, adAccount, currency, timeZone, pixelKey, ...row }));
  };

export const exportSections: readonly ExportSection[] = [
  ...(['live', 'test'] as const).flatMap((environment): ExportSection[] => [
    {
      name: `spend_import_${environment}`,
      table: 'attribution',
      pk: (id) => keyOf.spendImport(id, environment, '').pk,
      show: only(importFields),
    },
    {
      name: `spend_${environment}`,
      table: 'attribution',
      pk: (id) => keyOf.spendDay(id, environment, { day: '', network: '', adAccount: '' }).pk,
      // Replaced days of spend, which an undo restores, do not count and are omitted.
      rows: rowsOf(environment),
    },
  ]),
  {
    name: 'spend_stop',
    table: 'attribution',
    pk: (id) => keyOf.spendStop(id, '', { network: '', adAccount: '' }).pk,
    show: only(['environment', 'network', 'adAccount', 'lastDay', 'stoppedOn', 'at', 'undoneAt']),
  },
  {
    name: 'spend_aliases',
    table: 'attribution',
    pk: (id) => keyOf.spendAliases(id, '').pk,
    show: ({ sk, aliases }) => ({ name: sk.split('#')[0], aliases }),
  },
  { name: 'exchange_rates', table: 'attribution', pk: (id) => keyOf.exchangeRates(id, '', '', '').pk },
];
