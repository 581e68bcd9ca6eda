import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Traffic = { campaigns: number; ads: number; types: readonly string[] };
export const usualTraffic: Traffic = {
  campaigns: 5,
  ads: 40,
  types: ['order_created', 'signup_completed', 'lead_created'],
};

export const sentBy = 'key_4fTq0ZkJ8vW2nRxLmP7aBc';

export function chance(seed: number, place: number): number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(place + 1, 0xc2b2ae35);
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
}

/** A user sends three events from one click. Times are epoch milliseconds. */
export function sentEvent(accountId: AccountId, number: number, at: number, { campaigns, ads, types }: Traffic): Conversion {
  const user = Math.floor(number / 3);
  const ad = Math.floor(chance(accountId, user) * ads);
  const type = types[Math.floor(chance(accountId + 1, number) * types.length)] as string;
  const receivedAt = new Date(at).toISOString();
  const sid = `s_${String(user).padStart(22, '0')}`;
  return {
    eventType: type,
    eventId: `${type}:${number}`,
    clickId: sid,
    externalUserHash: String(user).padStart(43, 'u'),
    value: `${Math.floor(chance(accountId + 2, number) * 10_000) / 100}`,
    currency: 'USD',
    currencyGiven: true,
    accountId,
    environment: 'live',
    keyId: sentBy,
    requestId: `req_${String(number).padStart(22, '0')}`,
    receivedAt,
    occurredAt: receivedAt,
    occurredAtGiven: false,
    click: {
      sid,
      pixelKey: 'pk_live_4fTq0ZkJ8vW2nRxLmP7aBc',
      campaign: `campaign-${ad % campaigns}`,
      adGroup: `group-${ad % (2 * campaigns)}`,
      adId: `ad-${ad}`,
      clickedAt: new Date(at - 3_600_000).toISOString(),
    },
    counts: type !== 'lead_created',
    writtenBy: '0b0f5d9e-3c68-4e6b-9a53-0f2f8b8a4c1d',
  };
}
