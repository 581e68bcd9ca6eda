import { levelOf } from '#shared/spend/rules/spend-rows.ts';
import type { SpendOfAccount } from './object-names.ts';
import type { SpendOfDay, SpendPlaces } from './place-spend.ts';
import { withoutFiner } from './place-spend.ts';
import type { Converter, Unconverted } from './rates.ts';
import { raiseToCampaign, type SpendPiece } from './units.ts';

const noUnconverted: Unconverted = new Map();

export type PlacedRow = { row: SpendOfDay; piece: SpendPiece };

/** The rows of spend of one day, each at its place. */
export function spendPiecesOf(days: readonly SpendOfAccount[], places: SpendPlaces, converter: Converter): PlacedRow[] {
  const placedRows = days.flatMap(({ rows, ...facts }) =>
    rows.map((names): PlacedRow => {
      const { day, currency, network, adAccount, pixelKey, timeZone } = facts;
      // The campaigns of a day may have several levels, and the day has the finest.
      const level = levelOf(names);
      const row = { ...names, network, adAccount, level, day, pixelKey };
      const { place, ads, isJoined } = places.placed(row);
      const isConverted = converter.to !== null && converter.to !== currency;
      const unconverted: Unconverted = isConverted ? new Map() : noUnconverted;
      const amount = converter.convert({ currency, day, figure: 'spend' }, names.spend, unconverted);
      return {
        row,
        piece: {
          day,
          pixelKey,
          level,
          currency: amount.currency,
          spend: amount.value,
          timeZone,
          impressions: names.impressions,
          platformClicks: names.clicks,
          unconverted,
          place,
          unitPlace: place,
          ads,
          isJoined: isJoined && level !== 'account',
          isOnShownChannel: true,
          isNamed: true,
          lacksPixel: false,
          group: null,
        },
      };
    }),
  );
  const rowOf = new Map(placedRows.map(({ row, piece }) => [piece, row]));
  raiseToCampaign([...rowOf.keys()], (piece) => places.placed(withoutFiner(rowOf.get(piece) as SpendOfDay, 'campaign')));
  return placedRows;
}
