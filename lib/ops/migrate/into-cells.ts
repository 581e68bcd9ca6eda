import type { Counted } from '#shared/cells/rules/cells.ts';
import { isProcessed } from '#shared/cells/rules/generations.ts';
import { cellStartIn, type ProcessedKind } from '#shared/cells/store/cell-start.ts';
import { marksIn } from '#shared/cells/store/marks.ts';
import { days } from '#shared/values/durations.ts';
import type { Migration } from './migration.ts';

const leftMs = days(3);

const intoCells = (kind: ProcessedKind, about: string): Migration => ({
  name: kind === 'session' ? 'clicks-into-cells' : 'events-into-cells',
  about,
  table: 'attribution',
  kind,
  async oldItems(table, now) {
    const since = await cellStartIn(table, { now: () => now }).sinceWhenQuiet();
    // A click that expires before the stream receives its mark would be lost in a recount.
    const staysUntil = (now + leftMs) / 1000;
    return (item) => !isProcessed(item as unknown as Counted, since) && !(Number(item.ttl) < staysUntil);
  },
  async change(item, table) {
    const marked = await marksIn(table).mark(item as unknown as Counted, 0);
    return marked?.cellGeneration === undefined ? 'overtaken' : 'changed';
  },
  end: (table) => cellStartIn(table, { now: Date.now }).recordProcessed(kind),
});

export const clicksIntoCells = intoCells(
  'session',
  'Counts the clicks that an earlier version stored in the cells of the performance report (decision 0021).',
);
export const eventsIntoCells = intoCells(
  'conversion',
  'Counts the events that an earlier version stored in the cells of the performance report (decision 0021).',
);
