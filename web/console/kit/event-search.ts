import { type Channel, isChannel } from './channels.ts';
import { type FilterSearch, textOf, without } from './filter.ts';
import { overviewSearch, type PeriodSearch } from './period-search.ts';
import { trafficTitles } from './traffic-titles.ts';

export const outcomes = ['matched', 'unmatched', 'duplicate', 'conflict', 'rejected'] as const;
export type Outcome = (typeof outcomes)[number];
export const reasonNames = [
  'unknown_svc_click_id',
  'expired_svc_click_id',
  'no_ad_click',
  'no_click_id',
  'unreadable_svc_click_id',
] as const;
type Reason = (typeof reasonNames)[number];
export const paidTexts = { yes: 'Paid channels', no: 'Unpaid channels' } as const;
export type Paid = keyof typeof paidTexts;
export const trafficTexts = { human: trafficTitles.human, internal: trafficTitles.internal } as const;
export type Traffic = keyof typeof trafficTexts;
export const consentTexts = { granted: 'Granted', denied: 'Denied', unknown: 'Unknown' } as const;
export type ConsentChoice = keyof typeof consentTexts;
const isConsent = (text: unknown): text is ConsentChoice => typeof text === 'string' && Object.hasOwn(consentTexts, text);
export const isPaidChoice = (text: unknown): text is Paid => text === 'yes' || text === 'no';
export const isTraffic = (text: unknown): text is Traffic => text === 'human' || text === 'internal';
export type EventsSearch = FilterSearch &
  Pick<PeriodSearch, 'period' | 'from' | 'to'> & {
    outcome?: Outcome;
    reason?: Reason;
    channel?: Channel;
    paid?: Paid;
    /** Filtering by traffic excludes uncounted events. */
    traffic?: Traffic;
    /** Filtering by consent excludes events that were not accepted. */
    consent?: ConsentChoice;
    contains?: string;
    key?: string;
    id?: string;
    open?: string;
  };

export const isReason = (text: unknown): text is Reason => reasonNames.some((reason) => reason === text);

export function eventsSearch(search: Record<string, unknown>): EventsSearch {
  const { period, from, to, currency: _, compare: __, interval: ___, ...filters } = overviewSearch(search);
  return {
    ...filters,
    ...without({
      period,
      from,
      to,
      outcome: outcomes.find((outcome) => outcome === search.outcome),
      reason: reasonNames.find((reason) => reason === search.reason),
      channel: isChannel(search.channel) ? search.channel : undefined,
      paid: isPaidChoice(search.paid) ? search.paid : undefined,
      traffic: isTraffic(search.traffic) ? search.traffic : undefined,
      consent: isConsent(search.consent) ? search.consent : undefined,
      contains: textOf(search.contains, 256),
      key: textOf(search.key, 100),
      id: textOf(search.id, 512),
      open: textOf(search.open, 512),
    }),
  };
}
