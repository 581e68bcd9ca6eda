import type { ClickedAd } from './click-book.ts';
import type { GroupNames } from './dimensions.ts';
import { type LeftOuts, noLeftOuts } from './left-out.ts';
import type { ReportPeriod } from './periods.ts';
import { piecesOfPeriod } from './pieces.ts';

export type Collected = ReturnType<typeof newPeriod>;

export function newPeriod(period: ReportPeriod, windowOf: (pixelKey: string) => number) {
  return {
    period,
    pieces: piecesOfPeriod(windowOf),
    countOfAd: new Map<ClickedAd, number>(),
    leftOut: noLeftOuts(),
    leftOutByAd: new Map<string, { ad: GroupNames; outs: LeftOuts }>(),
    spendZones: new Set<string>(),
    networks: new Set<string>(),
  };
}
