import { moneyText } from '../kit/money.ts';
import { isZero } from './is-zero.ts';

type Change = { currency: string; conversions: number; net_value: string; spend: string };

const signed = (amount: string, currency: string): string => `${amount.startsWith('-') ? '' : '+'}${moneyText(amount, currency)}`;

/** The text is like `+1 conversion, net −$5.00, spend +$9.50`. It is empty without a change. */
export const changesText = (changes: readonly Change[] | null): string =>
  changes
    ?.flatMap(({ currency, conversions, net_value, spend }) => [
      ...(conversions === 0 ? [] : [`${conversions > 0 ? '+' : ''}${conversions} ${conversions === 1 ? 'conversion' : 'conversions'}`]),
      ...(isZero(net_value) ? [] : [`net ${signed(net_value, currency)}`]),
      ...(isZero(spend) ? [] : [`spend ${signed(spend, currency)}`]),
    ])
    .join(', ') ?? 'not counted';
