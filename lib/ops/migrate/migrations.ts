import { balancesWithDay } from './balances-with-day.ts';
import { clicksIntoCells, eventsIntoCells } from './into-cells.ts';
import type { Migration } from './migration.ts';

/**
 * Migrations that a stage or a data folder of an earlier version may still need. A migration is deleted once
 * no stage needs it.
 */
export const migrations: readonly Migration[] = [balancesWithDay, clicksIntoCells, eventsIntoCells];
