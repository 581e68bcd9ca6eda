import { dayAt, historyDays, pixels } from './history.ts';
import type { Query } from './scope.ts';

const dimensions = ['day', 'week', 'month', 'pixel_key', 'channel', 'campaign', 'ad_group', 'ad_id'];
const zones = ['UTC', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'];

export function randomQuery(random: () => number): Query {
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const length = Math.min(pick([1, 3, 7, 20, 40, 80]), historyDays);
  const start = Math.floor(random() * (historyDays - length + 1));
  const groupBy = dimensions.filter(() => random() < 0.35);
  return {
    from: dayAt(start),
    to: dayAt(start + length - 1),
    zone: pick(zones),
    groupBy: groupBy.length > 0 ? groupBy : ['campaign', 'ad_group', 'ad_id'],
    conversion: random() < 0.9 ? 'order_created' : 'signup_completed',
    basis: pick(['click', 'click', 'occurred'] as const),
    adjustedOn: pick(['order', 'adjustment'] as const),
    traffic: pick(['human', 'human', 'all'] as const),
    paid: pick(['true', 'all', 'all', 'false'] as const),
    pixel: random() < 0.15 ? pick(pixels) : undefined,
    currency: random() < 0.35 ? pick(['USD', 'JPY']) : undefined,
  };
}

export const askedOf = (query: Query) => ({
  from: query.from,
  to: query.to,
  time_zone: query.zone,
  group_by: query.groupBy.join(','),
  conversion: query.conversion,
  time_basis: query.basis,
  adjusted_on: query.adjustedOn,
  traffic: query.traffic,
  paid: query.paid,
  ...(query.pixel && { pixel_key: query.pixel }),
  ...(query.currency && { currency: query.currency }),
});
