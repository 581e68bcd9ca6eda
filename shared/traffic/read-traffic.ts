import { readCells } from '#shared/cells/read-cells.ts';
import type { Owner } from '#shared/cells/rules/cells.ts';
import type { CellStates } from '#shared/cells/store/cell-states.ts';
import type { Cells } from '#shared/cells/store/cells.ts';
import type { ReportDays } from '#shared/values/quarter-hours.ts';
import { addTraffic, noTraffic, type TrafficSums } from './rules/traffic-sums.ts';

export const maxCells = 300_000;

/** Conversions count on the day of their click. `exceeded` throws the caller's error. */
export async function readTraffic(
  owner: Owner,
  days: ReportDays,
  filter: { conversion: string; pixelKey: string | undefined },
  deps: { cells: Cells; cellStates: CellStates },
  exceeded: () => never,
): Promise<TrafficSums> {
  const sums = noTraffic();
  const utcDays = { from: days.firstUtcDay, to: days.lastUtcDay };
  let readCount = 0;
  // A click is in its clicks before it is in its consents, so these are read first.
  for (const series of ['consents', 'clicks', 'click'] as const)
    for await (const cell of readCells(owner, series, utcDays, deps)) {
      if (++readCount > maxCells) exceeded();
      addTraffic(sums, cell, days, filter);
    }
  return sums;
}
