import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import { type SpendLevel, spendLevels } from '#shared/spend/rules/spend-rows.ts';
import type { ClickedAd } from './click-book.ts';
import { normalName, type Place } from './dimensions.ts';
import type { Unconverted } from './rates.ts';
import { addKnown, type Money } from './sums.ts';
import type { Group } from './used.ts';

/** The clicks and conversions of an ad on a day and channel. */
export type Piece = {
  ad: ClickedAd;
  day: string;
  channel: string;
  clicks: number;
  byCurrency: Map<string, Money>;
  unconverted: Unconverted;
  /** The first day without new conversions, with the count of what can bring them. */
  finalOn: string;
  maturingCount: number;
  /** The row that shows it, and the unit that prices it. */
  group: Group | null;
  unit: Unit | null;
};
export type PiecesOfDay = Map<ClickedAd, Map<string, Piece>>;

/** A row of spend, in the currency of the report. */
export type SpendPiece = {
  day: string;
  pixelKey: string | null;
  level: SpendLevel;
  currency: string;
  spend: Signed;
  impressions: number | null;
  platformClicks: number | null;
  timeZone: string;
  unconverted: Unconverted;
  place: Place;
  /** The place of the whole campaign, where its rows of the day have several levels. */
  unitPlace: Place;
  ads: readonly ClickedAd[];
  isJoined: boolean;
  /** Is its place on a channel and of a name that the filters show? */
  isOnShownChannel: boolean;
  isNamed: boolean;
  /** The report is by pixel, and the row is of none. */
  lacksPixel: boolean;
  group: Group | null;
};

/** One row of spend prices a unit on one day, with its clicks and conversions of every channel. */
export type Unit = {
  day: string;
  place: Place;
  spend: Map<string, Signed>;
  impressions: number | null;
  platformClicks: number | null;
  zones: Set<string>;
  unconverted: Unconverted[];
  isJoined: boolean;
  isOnShownChannel: boolean;
  isNamed: boolean;
  lacksPixel: boolean;
  rows: readonly SpendPiece[];
  pieces: Piece[];
};

/** Lengths keep two places apart whose names are equal once they are joined. */
function keyOf({ campaign, adGroup, adId }: Place): string {
  const [a, b, c] = [normalName(campaign), normalName(adGroup), normalName(adId)];
  return `${a?.length} ${b?.length} ${c?.length} ${a}${b}${c}`;
}

export const depthOf = ({ campaign, adGroup, adId }: Pick<Place, 'campaign' | 'adGroup' | 'adId'>): number =>
  adId !== null ? 3 : adGroup !== null ? 2 : campaign !== null ? 1 : 0;

/**
 * Rows of several accounts can price a campaign at different levels on a day. Their spend is then that of the
 * campaign.
 */
export function raiseToCampaign(
  spendOfDay: readonly SpendPiece[],
  ofCampaign: (piece: SpendPiece) => Pick<SpendPiece, 'place' | 'ads' | 'isJoined'>,
): void {
  const byCampaign = Map.groupBy(spendOfDay, ({ place }) => normalName(place.campaign));
  for (const [campaign, pieces] of byCampaign) {
    if (campaign === null || pieces.every(({ level }) => level === pieces[0]?.level)) continue;
    const hasEveryPixel = pieces.some(({ pixelKey }) => pixelKey === null);
    const overlapping = hasEveryPixel ? [pieces] : Map.groupBy(pieces, ({ pixelKey }) => pixelKey).values();
    for (const some of overlapping) {
      if (some.every(({ level }) => level === some[0]?.level)) continue;
      const coarsest = some.toSorted(
        (a, b) => spendLevels.indexOf(a.level) - spendLevels.indexOf(b.level) || (keyOf(a.place) < keyOf(b.place) ? -1 : 1),
      )[0] as SpendPiece;
      const { place } = ofCampaign(coarsest);
      for (const piece of some) {
        const whole = ofCampaign(piece);
        piece.unitPlace = {
          ...place,
          pixelKey: piece.pixelKey,
          campaign: place.campaign,
          adGroup: null,
          adId: null,
        };
        piece.ads = [...new Set([...piece.ads, ...whole.ads])];
        piece.isJoined ||= whole.isJoined;
      }
    }
  }
}

export function unitsOfDay(spendOfDay: readonly SpendPiece[], pieces: PiecesOfDay): Unit[] {
  const units: { key: string; unit: Unit; ads: Iterable<ClickedAd> }[] = [];
  // Spend of an ad account has no names, so the rows of two networks are not one unit.
  const unitKey = ({ unitPlace }: SpendPiece) => (unitPlace.campaign === null ? unitPlace.channel : keyOf(unitPlace));
  for (const [key, rows] of Map.groupBy(spendOfDay, unitKey)) {
    const isOfOnePixel = rows.length === 1 || rows.some(({ pixelKey }) => pixelKey === null);
    const sets = isOfOnePixel ? [rows] : Map.groupBy(rows, ({ pixelKey }) => pixelKey).values();
    for (const set of sets)
      units.push({
        key,
        unit: unitOf(set),
        ads: set.length === 1 ? (set[0] as SpendPiece).ads : new Set(set.flatMap(({ ads }) => ads)),
      });
  }
  units.sort((a, b) => (a.key < b.key ? -1 : 1));
  const unitOfAd = new Map<ClickedAd, { unit: Unit; isExact: boolean }>();
  for (const { unit, ads } of units)
    for (const ad of ads) {
      const before = unitOfAd.get(ad);
      const isExact = isAt(ad, unit.place);
      if (!before || (isExact && !before.isExact)) unitOfAd.set(ad, { unit, isExact });
    }
  for (const [ad, byChannel] of pieces) {
    const unit = unitOfAd.get(ad)?.unit;
    if (!unit) continue;
    for (const piece of byChannel.values()) {
      unit.pieces.push(piece);
      piece.unit = unit;
    }
  }
  return units.map(({ unit }) => unit);
}

const isAt = (ad: ClickedAd, { campaign, adGroup, adId }: Place) =>
  normalName(ad.campaign) === normalName(campaign) &&
  (adGroup === null || normalName(ad.adGroup) === normalName(adGroup)) &&
  (adId === null || normalName(ad.adId) === normalName(adId));

function unitOf(rows: readonly SpendPiece[]): Unit {
  const [first] = rows as [SpendPiece];
  const places = rows.map(({ unitPlace }) => unitPlace);
  const place = places.reduce((a, b) => (a !== b && JSON.stringify(b) < JSON.stringify(a) ? b : a));
  const unit: Unit = {
    day: first.day,
    place,
    spend: new Map(),
    impressions: null,
    platformClicks: null,
    zones: new Set(),
    unconverted: rows.map(({ unconverted }) => unconverted),
    rows,
    pieces: [],
    isJoined: rows.some(({ isJoined }) => isJoined),
    isOnShownChannel: rows.every(({ isOnShownChannel }) => isOnShownChannel),
    isNamed: rows.every(({ isNamed }) => isNamed),
    lacksPixel: rows.some(({ lacksPixel }) => lacksPixel),
  };
  for (const { currency, spend, impressions, platformClicks, timeZone } of rows) {
    unit.spend.set(currency, addSigned(unit.spend.get(currency) ?? '0', spend));
    unit.impressions = addKnown(unit.impressions, impressions);
    unit.platformClicks = addKnown(unit.platformClicks, platformClicks);
    unit.zones.add(timeZone);
  }
  return unit;
}
