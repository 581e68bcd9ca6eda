import { balancesWithDay } from './balances-with-day.ts';
import { clicksIntoCells, eventsIntoCells } from './into-cells.ts';
import type { Migration } from './migration.ts';

/** A migration is deleted once no stage or data folder needs it. */
export const migrations: readonly Migration[] = [balancesWithDay, clicksIntoCells, eventsIntoCells];
