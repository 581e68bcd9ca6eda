import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { generationSuffix, key, padded } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Owned = { accountId: AccountId; environment: string };

export const keyOf = {
  /** `arrived` is the UTC day of the cell's stream records. A cell of older records can be sealed. */
  cell: (
    { accountId, environment }: Owned,
    series: string,
    { day, arrived, id }: { day: string; arrived: string; id: string },
    generation = 0,
  ) => key(`CELLS#${accountId}#${environment}#${series}${generationSuffix(generation)}`, `${day}#${arrived}#${id}`),
  cellSealHead: ({ accountId, environment }: Owned, series: string, day: string, generation = 0) =>
    key(`CELLSEALS#${accountId}#${environment}#${series}${generationSuffix(generation)}`, `${day}#HEAD`),
  cellChunk: (
    { accountId, environment }: Owned,
    series: string,
    { day, seal, part }: { day: string; seal: string; part: string },
    generation = 0,
  ) => key(`CELLSEALS#${accountId}#${environment}#${series}${generationSuffix(generation)}`, `${day}#${seal}#${part}`),
  cellNames: ({ accountId, environment }: Owned, day: string, page: number) =>
    key(`CELLNAMES#${accountId}#${environment}#${day}`, padded(page, 3)),
  cellStart: () => key('CELLSTART', 'START'),
  cellState: (accountId: AccountId) => key(`CELLSTATE#${accountId}`, 'STATE'),
  cellRecount: (accountId: AccountId, day: string, generation: number) => key(`CELLSTATE#${accountId}`, `${day}#${generation}`),
};

export const items = {
  CELLS: { erasure: 'pk', recovery: 'for_reports', eventualReads: ['Query'] },
  CELLSEALS: {
    erasure: 'pk',
    recovery: 'for_reports',
    eventualReads: ['Query'],
    forms: { 'sealed-cells': 1 },
  },
  CELLNAMES: { erasure: 'pk', recovery: 'for_reports', retention: { cell_names: { days: 130 } } },
  CELLSTART: { erasure: 'kept', recovery: 'bookkeeping' },
  CELLSTATE: { erasure: 'pk', recovery: 'bookkeeping', eventualReads: ['Query'] },
} as const satisfies ItemKinds;
