import type { DepsOf } from '#shared/aws/deps-of.ts';
import { objects, queues } from '#shared/aws/needs.ts';
import { limits } from '#shared/limits/needs.ts';
import { prunedSpend, spendDays, spendImports, spendStops } from '#shared/spend/needs.ts';

export const needs = { objects, prunedSpend, queues, spendDays, spendImports, spendStops, turns: limits };
export type Deps = DepsOf<typeof needs>;
