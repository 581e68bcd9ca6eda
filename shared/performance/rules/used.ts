import type { Signed } from '#shared/cells/rules/signed.ts';
import type { GroupNames } from './dimensions.ts';
import type { Unconverted } from './rates.ts';
import type { Money, Sums } from './sums.ts';

/** Why a row has no return. The first that holds is stated. */
export const reasons = [
  'no_clicks_joined',
  'spend_level',
  'spend_on_other_channel',
  'spend_without_pixel',
  'mixed_currencies',
  'spend_unknown',
  'spend_zero',
] as const;
export type Reason = (typeof reasons)[number];

/** The parts that the ratios of one currency use. `money` has the amounts of the returns. */
export type UsedPart = {
  isUsed: boolean;
  hasReturn: boolean;
  clicks: number;
  money: Money;
  returnSpend: Signed;
  unjoinedSpend: Signed | null;
  days: Set<string>;
  finalOn: Map<string, number>;
  spendZones: Set<string>;
};
/** The ratios use these parts, and leave out other units for these reasons. */
export type Used = { parts: Map<string, UsedPart>; reasons: Set<Reason>; unconverted: Unconverted };

/** The campaigns of a row, with the depth of its names in each. */
export type LevelsOfRow = { stretch: string; pixelKey: string | null; depths: Map<string, number> };

/** The figures that the ratios of a row do not use. */
export type Omitted = { clicks: boolean; currencies: Set<string> };
export type Group = { names: GroupNames; sums: Sums; used: Used; omitted: Omitted; levels: LevelsOfRow };
export type Groups = Map<string, Group>;
