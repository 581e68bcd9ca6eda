import { costMicros, type LlmPrices } from '#shared/llm/rules/llm-prices.ts';

const prices: LlmPrices = {
  'gpt-5': { input: 1.25, cached_input: 0.125, output: 10, web_search: 0.01 },
  'gpt-5.4-mini': { input: 0.75, cached_input: 0.075, output: 4.5, web_search: 0.01 },
  'gpt-5.4-mini-2026-09-01': { input: 1, cached_input: 1, output: 1, web_search: 0 },
};
const usage = (inputTokens: number, cachedInputTokens: number, outputTokens: number) => ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
});
const cost = (of: ReturnType<typeof usage>, model: string, webSearches = 0) => costMicros(of, { model, webSearches }, prices);

it('a call costs its fresh, its cached and its written tokens, each at its price', () => {
  expect(cost(usage(1_000_000, 0, 0), 'gpt-5.4-mini')).toBe(750_000);
  expect(cost(usage(1_000_000, 1_000_000, 0), 'gpt-5.4-mini')).toBe(75_000);
  expect(cost(usage(0, 0, 1_000_000), 'gpt-5.4-mini')).toBe(4_500_000);
  expect(cost(usage(2000, 500, 300), 'gpt-5.4-mini')).toBe(Math.round(1500 * 0.75 + 500 * 0.075 + 300 * 4.5));
});

it('each search of the web costs its price more', () => {
  expect(cost(usage(1000, 0, 0), 'gpt-5.4-mini', 3)).toBe(750 + 30_000);
  expect(cost(usage(0, 0, 0), 'gpt-5.4-mini', 1)).toBe(10_000);
});

it('a dated version has the price of its model, unless it has one of its own', () => {
  expect(cost(usage(1000, 0, 0), 'gpt-5.4-mini-2026-03-01')).toBe(750);
  expect(cost(usage(1000, 0, 0), 'gpt-5.4-mini-2026-09-01')).toBe(1000);
});

it.each(['gpt-5.4', 'gpt-5.4-mini-high', 'gpt-5-nano', 'other', ''])('a model without a price costs nothing that is known: %s', (model) => {
  expect(cost(usage(1000, 0, 1000), model)).toBeNull();
});

it('more cached tokens than there are make no call cheaper than nothing', () => {
  expect(cost(usage(100, 200, 0), 'gpt-5.4-mini')).toBe(15);
});
