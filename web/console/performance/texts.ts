import { countText, moneyText, percentText, returnText } from '../kit/money.ts';
import type { Figure } from './search.ts';
import type { Row } from './view.ts';

type Figures = Omit<Row, 'previous' | 'currency'> & { currency: string | null };

const titles: Record<Figure, string> = {
  spend: 'Spend',
  value: 'Value',
  return_on_ad_spend: 'Return',
  conversions: 'Conversions',
  cost_per_conversion: 'Cost per conversion',
  clicks: 'Clicks',
  conversion_rate: 'Conversion rate',
  cost_per_click: 'Cost per click',
  average_value: 'Average value',
  impressions: 'Impressions',
  platform_clicks: 'Clicks, network',
};
const netTitles: Partial<Record<Figure, string>> = {
  value: 'Net value',
  return_on_ad_spend: 'Net return',
  average_value: 'Average gross value',
};
export const titleOf = (figure: Figure, isNet: boolean): string => (isNet ? netTitles[figure] : undefined) ?? titles[figure];

export const hints: Partial<Record<Figure, string>> = {
  spend: 'What networks charged, as you imported it.',
  return_on_ad_spend: 'Value divided by spend, where the spend is known.',
  cost_per_conversion: 'Spend divided by conversions, where the spend is known.',
  clicks: 'Clicks that reached your pages.',
  platform_clicks: 'Clicks that the networks report.',
  impressions: 'Impressions that the networks report.',
};

/** A row without a currency has the amount 0, which is shown as a plain number. */
const amount = (exact: string, currency: string | null, more = 0) =>
  currency === null ? countText(Number(exact)) : moneyText(exact, currency, undefined, more);

export function textOf(figure: Figure, row: Figures): { text: string } | { unknown: string } {
  const value = row[figure];
  if (value === null) return { unknown: reasonOf(figure, row) };
  switch (figure) {
    case 'return_on_ad_spend':
      return { text: returnText(String(value)) };
    case 'conversion_rate':
      return { text: percentText(Number(value), 2) };
    case 'cost_per_click':
      return { text: amount(String(value), row.currency, Number(value) < 1 ? 2 : 0) };
    case 'spend':
    case 'value':
    case 'cost_per_conversion':
    case 'average_value':
      return { text: amount(String(value), row.currency) };
    default:
      return { text: countText(Number(value)) };
  }
}

const reasons: Record<NonNullable<Figures['reason']>, string> = {
  no_clicks_joined: 'its spend found no clicks',
  spend_level: 'spend of the whole campaign',
  spend_on_other_channel: 'spend on another channel',
  spend_without_pixel: 'spend of no pixel',
  mixed_currencies: 'several currencies',
  spend_unknown: 'spend unknown',
  spend_zero: 'no spend',
};
function reasonOf(figure: Figure, { reason, warnings, clicks }: Figures): string {
  if (figure === 'spend' || figure === 'impressions' || figure === 'platform_clicks') return 'not imported';
  const isRatioOfSpend = figure === 'return_on_ad_spend' || figure.startsWith('cost_');
  if (isRatioOfSpend && reason && reason !== 'spend_zero') return reasons[reason];
  if (figure === 'return_on_ad_spend') return reasons.spend_zero;
  if (figure === 'cost_per_click') return 'no clicks';
  if (figure === 'cost_per_conversion') return 'no conversions';
  if (warnings.includes('mixed_currencies')) return 'several currencies';
  if (figure === 'average_value') return 'no conversions';
  return clicks === 0 ? 'no clicks' : 'other conversions than of these clicks';
}

const levels = ['campaign', 'ad group', 'ad'] as const;
/** A name is empty if clicks have none, and `null` if the spend is of all rows below. */
export function nameOf(path: readonly (string | null)[]): { text: string; isName: boolean } {
  const name = path.at(-1);
  const level = levels[path.length - 1] ?? 'ad';
  if (name === null || name === undefined)
    return {
      text: level === 'campaign' ? 'Whole ad account' : `Whole ${levels[path.length - 2]}`,
      isName: false,
    };
  return name === '' ? { text: `(no ${level})`, isName: false } : { text: name, isName: true };
}
