import { fractionOf, one } from './decimals.ts';
import { dayMs, type History, shiftDay } from './history.ts';
import type { Unit } from './units.ts';

export type Query = {
  from: string;
  to: string;
  zone: string;
  groupBy: readonly string[];
  conversion: string;
  basis: 'click' | 'occurred';
  adjustedOn: 'order' | 'adjustment';
  traffic: 'human' | 'all';
  paid: 'true' | 'false' | 'all';
  pixel: string | undefined;
  currency: string | undefined;
};

const paidChannels = ['paid_search', 'paid_shopping', 'paid_social', 'paid_other', 'assistant_paid', 'display', 'paid_video'];
const monday = (day: string) => shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7));
const times = ['day', 'week', 'month'];

/** A scope is what a query asks for: days, channels, pixels, one currency, and the key of each row. */
export type Scope = ReturnType<typeof scopeOf>;
export function scopeOf({ rateOf }: History, query: Query) {
  const { from, to, groupBy, pixel, currency: into } = query;
  const needsPixel = pixel !== undefined || groupBy.includes('pixel_key');

  const keyOf = (day: string, pixelKey: string | null, channel: string, names: readonly (string | null)[]) => {
    const dimensions: Record<string, string | null> = {
      day,
      week: monday(day),
      month: `${day.slice(0, 7)}-01`,
      pixel_key: pixelKey,
      channel,
      campaign: names[0] ?? null,
      ad_group: names[1] ?? null,
      ad_id: names[2] ?? null,
    };
    return JSON.stringify(groupBy.map((name) => dimensions[name] ?? null));
  };
  const partsOf = (key: string) => JSON.parse(key) as (string | null)[];
  const timesOf = (key: string) => JSON.stringify(partsOf(key).filter((_, at) => times.includes(groupBy[at] ?? '')));

  return {
    query,
    keyOf,
    timesOf,
    days: Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMs + 1 }, (_, at) => shiftDay(from, at)),
    pixelOfKey: (key: string) => pixel ?? partsOf(key)[groupBy.indexOf('pixel_key')] ?? null,
    isIn: (day: string) => day >= from && day <= to,
    isDayOf: (key: string, day: string) => timesOf(keyOf(day, null, '', [])) === timesOf(key),
    isShown: (channel: string) => query.paid === 'all' || paidChannels.includes(channel) === (query.paid === 'true'),
    isOfPixel: ({ pixelKey }: Pick<Unit, 'pixelKey'>) => !needsPixel || (pixelKey !== null && (pixel === undefined || pixelKey === pixel)),
    isOfOtherPixel: ({ pixelKey }: Pick<Unit, 'pixelKey'>) => pixel !== undefined && pixelKey !== null && pixelKey !== pixel,
    convert: (currency: string, day: string, amount: bigint): [string, bigint] =>
      into === undefined || into === currency ? [currency, amount] : [into, (amount * fractionOf(rateOf(currency, into, day))) / one],
  };
}
