import { depsOf, limits, objects, queues } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { prunedSpendIn } from '#shared/spend/store/pruned-spend.ts';
import { spendDaysIn } from '#shared/spend/store/spend-days.ts';
import { spendImportsIn } from '#shared/spend/store/spend-imports.ts';
import { spendStopsIn } from '#shared/spend/store/spend-stops.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { now, attribution } = context;
  return {
    spendDays: spendDaysIn(attribution()),
    spendImports: spendImportsIn(attribution(), { now }),
    spendStops: spendStopsIn(attribution()),
    prunedSpend: prunedSpendIn(attribution()),
    ...depsOf(context, { objects, queues, turns: limits }),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
