import type { Reason, Used, UsedPart } from './used.ts';

/** The first reason in the order of the list. */
export function reasonOf({ parts, reasons }: Used, currency: string | null, isOfOtherLevel: boolean): Reason | null {
  const part: UsedPart | undefined = currency === null ? undefined : parts.get(currency);
  const isUsed = part?.isUsed ?? false;
  if (!isUsed && part?.unjoinedSpend != null) return 'no_clicks_joined';
  if (isOfOtherLevel) return 'spend_level';
  if (isUsed && part?.hasReturn && part.returnSpend !== '0') return null;
  const first = (['spend_level', 'spend_on_other_channel', 'spend_without_pixel', 'mixed_currencies'] as const).find((reason) =>
    reasons.has(reason),
  );
  return first ?? (isUsed ? 'spend_zero' : 'spend_unknown');
}
