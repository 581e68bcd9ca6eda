import { days } from '#shared/values/durations.ts';

/** `buys` is the share of an ad's visitors who buy for `price` or a multiple of it. */
export type Ad = {
  campaign: string;
  group: string;
  ad: string;
  weight: number;
  buys: number;
  price: number;
  currency: string;
};

const spring = { campaign: 'spring_sale', currency: 'USD' };
const brand = { campaign: 'brand_search', group: 'brand_exact', price: 79, currency: 'USD' };
const boots = { campaign: 'europe_autumn', group: 'hiking_boots', price: 139, currency: 'EUR' };

export const ads: readonly Ad[] = [
  { ...spring, group: 'running_shoes', ad: 'ad_42', weight: 9, buys: 0.17, price: 89 },
  { ...spring, group: 'running_shoes', ad: 'ad_43', weight: 6, buys: 0.12, price: 89 },
  { ...spring, group: 'trail_shoes', ad: 'ad_51', weight: 4, buys: 0.15, price: 119 },
  { ...brand, ad: 'ad_11', weight: 5, buys: 0.3 },
  { ...brand, ad: 'ad_12', weight: 3, buys: 0.24 },
  { ...boots, ad: 'ad_61', weight: 5, buys: 0.14 },
  { ...boots, ad: 'ad_62', weight: 3, buys: 0.1 },
  { ...boots, group: 'cart_leavers', ad: 'ad_71', weight: 5, buys: 0.02, price: 109 },
];
const organicWeight = 9;
const totalWeight = ads.reduce((sum, { weight }) => sum + weight, organicWeight);

/** `random` is a number from 0 up to 1. Returns `null` for a visitor without an ad. */
export function pickAd(random: number): Ad | null {
  let rest = random * totalWeight;
  for (const ad of ads) {
    rest -= ad.weight;
    if (rest < 0) return ad;
  }
  return null;
}

/** The shop sold the boots in dollars until its European store opened. */
const europeanStoreDay = 6;
export const currencyOn = (day: number, { currency }: Ad): string => (currency === 'EUR' && day < europeanStoreDay ? 'USD' : currency);

export const shareOf = ({ weight }: Ad): number => weight / totalWeight;

export const historyDays = 30;
const dayMs = days(1);

/**
 * The first of the thirty days of the demo has the number 0, and the last day ends at `until`. Days are in
 * UTC.
 */
export const startOfDay = (day: number, until: number): number => Math.floor(until / dayMs) * dayMs - (historyDays - 1 - day) * dayMs;

const weekdays = [1.15, 0.95, 0.9, 0.9, 1, 1.1, 1.25];

export const visitorsOn = (day: number, start: number, random: number): number =>
  Math.round((32 + day * 0.55 + random * 8) * (weekdays[new Date(start).getUTCDay()] ?? 1));

export const visitAt = (start: number, random: number): number => start + (0.25 + 0.72 * Math.sqrt(random)) * dayMs;

export const shareUntil = (start: number, now: number): number => Math.min(1, Math.max(0, ((now - start) / dayMs - 0.25) / 0.72) ** 2);

export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
