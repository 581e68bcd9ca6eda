import type { GroupNames, Place } from './dimensions.ts';

/** An empty name selects clicks without the name. */
export type RowFilter = {
  channel?: string | undefined;
  campaign?: string | undefined;
  adGroup?: string | undefined;
  adId?: string | undefined;
  contains?: string | undefined;
  network?: string | undefined;
};
type Names = Pick<Place, 'channel' | 'campaign' | 'adGroup' | 'adId'>;

const exact = ['channel', 'campaign', 'adGroup', 'adId'] as const;
const folded = (text: string) => text.normalize('NFC').toLowerCase();

/** Names are compared in form NFC, and parts without case. */
export function placeFilter(filter: RowFilter): (place: Names) => boolean {
  const wantedNames = exact.flatMap((field) => {
    const name = filter[field];
    return name === undefined ? [] : [[field, name.normalize('NFC')] as const];
  });
  const part = filter.contains === undefined ? undefined : folded(filter.contains);
  return (place) =>
    wantedNames.every(([field, name]) => place[field]?.normalize('NFC') === name) &&
    (part === undefined || [place.campaign, place.adGroup, place.adId].some((name) => name && folded(name).includes(part)));
}

/** Clicks name no network, so an ad's network is that of the spend of the ad, ad group or campaign. */
export function adsOfNetwork() {
  const keys = new Set<string>();
  const keyOf = (...names: GroupNames) => JSON.stringify(names.map((name) => name?.normalize('NFC') ?? null));
  return {
    add: ({ campaign, adGroup, adId }: Place) => void keys.add(keyOf(campaign, adGroup, adId)),
    has: ([campaign = null, adGroup = null, adId = null]: GroupNames): boolean =>
      [keyOf(campaign, adGroup, adId), keyOf(campaign, adGroup, null), keyOf(campaign, null, null)].some((key) => keys.has(key)),
  };
}
