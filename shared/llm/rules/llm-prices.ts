/** Prices are US dollars per million tokens, and per web search. */
export type LlmPrices = Readonly<Record<string, { input: number; cached_input: number; output: number; web_search: number }>>;

type Usage = { inputTokens: number; cachedInputTokens: number; outputTokens: number };

export function costMicros(
  { inputTokens, cachedInputTokens, outputTokens }: Usage,
  { model, webSearches }: { model: string; webSearches: number },
  prices: LlmPrices,
): number | null {
  const name = Object.keys(prices)
    .filter((pricedModel) => model === pricedModel || model.startsWith(`${pricedModel}-20`))
    .sort((a, b) => b.length - a.length)[0];
  const price = name === undefined ? undefined : prices[name];
  if (!price) return null;
  const uncachedTokens = Math.max(0, inputTokens - cachedInputTokens);
  // A dollar per million tokens is a millionth of a dollar per token.
  const tokens = uncachedTokens * price.input + cachedInputTokens * price.cached_input + outputTokens * price.output;
  return Math.round(tokens + webSearches * price.web_search * 1_000_000);
}
