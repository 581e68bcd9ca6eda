import { type Adjusted, netOf } from '#shared/conversions/rules/adjustments.ts';
import { negative, type Signed, sumSigned } from './signed.ts';

export const netStates = ['adjusted', 'voided'] as const;
type Change = { count: number; value: Signed; way: (typeof netStates)[number] };

const stateOf = (event: Adjusted) => (netOf(event) === '0' ? ('voided' as const) : ('adjusted' as const));

export function netChangeOf(event: Adjusted): Change | null {
  if (!event.adjustments?.length) return null;
  return { count: 1, value: sumSigned([netOf(event), negative(event.value)]), way: stateOf(event) };
}

/** A step has the time of its adjustment, so the sums of earlier days stay right. All steps sum to the whole change. */
export function netStepsOf(event: Adjusted): (Change & { at: string })[] {
  const { adjustments = [], value: gross } = event;
  return adjustments.flatMap(({ net, effectiveAt: at }, place) => {
    const before = adjustments[place - 1]?.net ?? gross;
    const isNewest = place === adjustments.length - 1;
    const value = sumSigned([net, negative(before)]);
    if (value === '0' && !isNewest) return [];
    return [{ at, value, count: isNewest ? 1 : 0, way: isNewest ? stateOf(event) : ('adjusted' as const) }];
  });
}
