import { rangeText } from '../kit/dates.ts';
import { countText, moneyText } from '../kit/money.ts';
import type { Reconciliation } from './answers.ts';
import { isZero } from './is-zero.ts';

type Amount = { currency: string; difference: string };

/** The text is like `+$41.50`. A plus means that the shop has more. */
export const differenceText = (difference: string, currency: string): string =>
  `${isZero(difference) || difference.startsWith('-') ? '' : '+'}${moneyText(difference, currency)}`;

export const differencesText = (values: readonly Amount[]): string =>
  values
    .filter(({ difference }) => !isZero(difference))
    .map(({ difference, currency }) => differenceText(difference, currency))
    .join(', ') || 'None';

export const periodText = ({ from, to }: Pick<Reconciliation, 'from' | 'to'>): string =>
  from === null || to === null ? '–' : rangeText({ from, to });

export const ordersText = (count: number): string => `${countText(count)} ${count === 1 ? 'order' : 'orders'}`;
export const eventsText = (count: number): string => `${countText(count)} ${count === 1 ? 'event' : 'events'}`;
