import { createContext } from '#shared/aws/context.ts';
import { objectStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { prunedSpendIn } from '#shared/spend/store/pruned-spend.ts';
import { spendDaysIn } from '#shared/spend/store/spend-days.ts';
import { spendImportsIn } from '#shared/spend/store/spend-imports.ts';
import { spendStopsIn } from '#shared/spend/store/spend-stops.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, accounts, attribution } = createContext(host);
  return {
    now,
    random,
    spendDays: spendDaysIn(attribution()),
    spendImports: spendImportsIn(attribution(), { now }),
    spendStops: spendStopsIn(attribution()),
    prunedSpend: prunedSpendIn(attribution()),
    objects: objectStore(env),
    queues: queueSender(env, host),
    turns: rateLimitsIn(accounts(), { now }),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
