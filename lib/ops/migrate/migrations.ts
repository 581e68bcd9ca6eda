import { balancesWithDay } from './balances-with-day.ts';
import type { Migration } from './migration.ts';

/** Migrations that a stage or a data folder of an earlier version may still need. One that none needs is deleted. */
export const migrations: readonly Migration[] = [balancesWithDay];
