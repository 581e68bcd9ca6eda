import { withoutTrailingZeros } from './decimal.ts';
import { hasUsualShape } from './json-shape.ts';

export type RawNumber = { readonly rawJSON: string };
// The compiler's library has no types for JavaScript's raw JSON functions.
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(literal: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
};

export { isRawJSON as isRawNumber, rawJSON as rawNumber };

// A number of sixteen digits may not survive a double.
const longNumber = /[\d.]{16}|[eE]-\d{3}/;

/** Parsing a shorter text takes some milliseconds, whatever its shape. */
const smallText = 50_000;

export class JsonTooComplex extends Error {}

/** Money stays exact, because a number that a double would round becomes a `RawNumber`. */
export function parseExactly(text: string): unknown {
  if (text.length > smallText && !hasUsualShape(text)) throw new JsonTooComplex();
  if (!longNumber.test(text)) return JSON.parse(text);
  const revive = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source && canonical(String(value)) !== canonical(context.source)
      ? rawJSON(context.source)
      : value;
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}

function canonical(literal: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (!match) return literal;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutTrailingZeros(digits);
  return significant ? `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}` : '0';
}

/** A client chooses the depth, so the count uses no recursion. */
export function depthOf(value: unknown, limit: number): number {
  const isNested = (entry: unknown) => typeof entry === 'object' && entry !== null && !isRawJSON(entry);
  let level = [value].filter(isNested) as object[];
  for (let depth = 0; ; depth++) {
    if (level.length === 0 || depth >= limit) return depth;
    const inner: object[] = [];
    for (const container of level) for (const entry of Object.values(container)) if (isNested(entry)) inner.push(entry);
    level = inner;
  }
}
