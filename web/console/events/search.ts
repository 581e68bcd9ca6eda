import { isDay } from '../kit/dates.ts';

export const outcomes = ['matched', 'unmatched', 'duplicate', 'conflict', 'rejected'] as const;
export type Outcome = (typeof outcomes)[number];
/** Why an event was not attributed when it arrived, as the API names it. */
export const reasonNames = [
  'unknown_svc_click_id',
  'expired_svc_click_id',
  'no_ad_click',
  'no_click_id',
  'unreadable_svc_click_id',
] as const;
type Reason = (typeof reasonNames)[number];
export type EventsSearch = {
  outcome?: Outcome;
  type?: string;
  reason?: Reason;
  campaign?: string;
  key?: string;
  id?: string;
  from?: string;
  to?: string;
  /** The entry whose details are open. */
  open?: string;
};

const text = (value: unknown, most = 512) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value).slice(0, most)
    : undefined;

export function eventsSearch(search: Record<string, unknown>): EventsSearch {
  const found: Record<string, string | undefined> = {
    outcome: outcomes.find((outcome) => outcome === search.outcome),
    type: text(search.type, 64),
    reason: reasonNames.find((reason) => reason === search.reason),
    campaign: text(search.campaign, 256),
    key: text(search.key, 100),
    id: text(search.id),
    open: text(search.open),
    ...(isDay(search.from) && isDay(search.to) && { from: search.from, to: search.to }),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
