import { isDay } from './dates.ts';

/** An empty ad group or ad belongs to a link without it. */
export type FilterSearch = {
  campaign?: string;
  group?: string;
  ad?: string;
  type?: string;
  pixel?: string;
  day?: string;
};

/** A number is accepted as text, because the router parses digits as a number. */
export const textOf = (value: unknown, most: number, mayBeEmpty = false): string | undefined =>
  (typeof value === 'string' && (value !== '' || mayBeEmpty)) || typeof value === 'number' ? String(value).slice(0, most) : undefined;

export const without = <T extends object>(fields: T): { [name in keyof T]?: Exclude<T[name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

export const isType = (text: string): boolean => text.length <= 64 && /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(text);

export const filterSearch = (search: Record<string, unknown>): FilterSearch => {
  const type = textOf(search.type, 65);
  return without({
    campaign: textOf(search.campaign, 256),
    group: textOf(search.group, 256, true),
    ad: textOf(search.ad, 256, true),
    type: type !== undefined && isType(type) ? type : undefined,
    pixel: textOf(search.pixel, 100),
    day: isDay(search.day) ? search.day : undefined,
  });
};

export const filterQuery = ({ campaign, group, ad, type, pixel }: FilterSearch) =>
  without({ campaign, ad_group: group, ad_id: ad, event_type: type, pixel_key: pixel });

export const isByAd = ({ campaign, group, ad }: FilterSearch): boolean => [campaign, group, ad].some((name) => name !== undefined);
