import type { Correction } from './compare.ts';

const performance = /^pixel\/reports\/performance/;
const ratios = '(cost_per_click|cost_per_conversion|return_on_ad_spend|net_return)';

/**
 * The figures and fields that versions since 8882f9e8 answer in another way on purpose. `field` is the place in the
 * answer, in front of both values. Everything else must be as the earlier version answered it.
 */
export const corrections: readonly Correction[] = [
  {
    question: /./,
    field: /^\.body\.next_cursor\b/,
    reason: 'A cursor continues only the request that it is of.',
  },
  {
    question: /^pixel\/channel-rules/,
    field: /^\.body\.(list\.version|default_rules):?/,
    reason: 'The list of channels has further rules, which hold for new clicks.',
  },
  {
    question: performance,
    field: new RegExp(`^\\.body(\\.(rows|totals|previous))*\\[\\d+\\](\\.previous)?\\.${ratios}:`),
    reason: 'A ratio uses the clicks and orders of the days and ads whose spend is known, in both parts.',
  },
  {
    question: performance,
    field: /^\.body\.(rows|totals)\[\d+\]\.warnings: \d+ entries/,
    reason: 'The warnings say whether a ratio leaves out a part, and why it is missing.',
  },
  {
    question: performance,
    field: /^\.body\.totals_with_spend\b/,
    reason: 'These totals are the parts that the ratios use.',
  },
  {
    question: /^pixel\/reports\/performance\.csv/,
    field: /^\.body\[\d+\]\.warnings:/,
    reason: 'The warnings say whether a ratio leaves out a part, and why it is missing.',
  },
  {
    question: /^pixel\/reconciliation-rules/,
    field: /^\.body\.excluded_statuses: \d+ entries more/,
    reason: 'Further statuses say that an order was not paid.',
  },
  {
    question: /^pixel\/reconciliations\/[^/]+$/,
    field: /^\.body\.by_category: \d+ entries more/,
    reason: 'There are further categories of orders.',
  },
  {
    question: /^pixel\/(reconciliations\/[^/]+$|reports\/funnel)/,
    field: /^\.body\.findings\[\d+\]\.message:/,
    reason: 'A finding is worded more exactly.',
  },
  {
    question: /^spend\/joins/,
    field: /^\.body\.spend_without_clicks\[\d+\]\.candidates: \d+ entries more/,
    reason: 'An ad that has spend on other days is a candidate, too: it may have been renamed.',
  },
];
