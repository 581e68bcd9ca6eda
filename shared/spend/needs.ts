import type { Context } from '#shared/aws/context.ts';
import { exchangeRatesIn } from './store/exchange-rates.ts';
import { prunedSpendIn } from './store/pruned-spend.ts';
import { spendAliasesIn } from './store/spend-aliases.ts';
import { spendDaysIn } from './store/spend-days.ts';
import { spendImportsIn } from './store/spend-imports.ts';
import { spendStopsIn } from './store/spend-stops.ts';

export const exchangeRates = ({ attribution }: Context) => exchangeRatesIn(attribution());
export const prunedSpend = ({ attribution }: Context) => prunedSpendIn(attribution());
export const spendAliases = ({ attribution }: Context) => spendAliasesIn(attribution());
export const spendDays = ({ attribution }: Context) => spendDaysIn(attribution());
export const spendImports = ({ attribution, now }: Context) => spendImportsIn(attribution(), { now });
export const spendStops = ({ attribution }: Context) => spendStopsIn(attribution());
