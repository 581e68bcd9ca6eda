import { without } from '../kit/filter.ts';

const tabs = ['imports', 'joins', 'rates'] as const;
type SpendTab = (typeof tabs)[number];
export const joinPeriods = [7, 30, 90] as const;

export type SpendSearch = { tab?: SpendTab; days?: number };

export const spendSearch = (search: Record<string, unknown>): SpendSearch =>
  without({
    tab: tabs.find((tab) => tab === search.tab && tab !== 'imports'),
    days: joinPeriods.find((days) => days === Number(search.days) && days !== 30),
  });
