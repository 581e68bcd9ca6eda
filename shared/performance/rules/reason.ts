import type { Reason, Used, UsedPart } from './coverage.ts';

/** The first reason in the order of the list. */
export function reasonOf(
  { parts, reasons }: Used,
  currency: string | null,
  isOfOtherLevel: boolean,
): Reason | null {
  const part: UsedPart | undefined = currency === null ? undefined : parts.get(currency);
  const isUsed = part?.isUsed ?? false;
  if (!isUsed && part?.unjoinedSpend != null) return 'no_clicks_joined';
  if (isOfOtherLevel) return 'spend_level';
  if (isUsed) {
    if (!part?.hasReturn) return 'mixed_currencies';
    return part.returnSpend === '0' ? 'spend_zero' : null;
  }
  if (reasons.has('spend_level')) return 'spend_level';
  if (reasons.has('spend_on_other_channel')) return 'spend_on_other_channel';
  if (reasons.has('spend_without_pixel')) return 'spend_without_pixel';
  return reasons.has('mixed_currencies') ? 'mixed_currencies' : 'spend_unknown';
}
