import { minorUnitDigits } from '#shared/values/currencies.ts';
import { type Decimal, decimalOf, decimalPlaces, isLess, scaled, subtractDecimals, sumDecimals } from '#shared/values/decimal.ts';

type Money = { amount: Decimal; currency: string };

/** A `pending` part counts as a `settled` part does. A `void` part counts nothing: its refund failed, its dispute was won. */
export type PartState = 'pending' | 'settled' | 'void';

type Stated = Money & {
  /** The sender's ID of the total, refund, payment or dispute. */
  id: string;
  state: PartState;
  /** The sender's time of this state, in epoch milliseconds. */
  at: number;
  /** The sender's event that states it. */
  eventId: string;
};

export type OrderPart =
  /** `amount` is what was paid, and `value` that of the event, which may be without tax. `other` is the amount in the buyer's currency. */
  | (Stated & { kind: 'total'; value: Decimal; other?: Money })
  /** A payment may have several refunds. */
  | (Stated & { kind: 'refund'; payment: string; createdAt: number })
  /** The sum of the refunds of a payment until this time, some of which may be known as `refund`, too. */
  | (Stated & { kind: 'refunded'; payment: string })
  /** A dispute takes the amount back. */
  | (Stated & { kind: 'reversal' });

/** `revision` counts the changes of the parts. */
export type OrderState = { parts: Readonly<Record<string, OrderPart>>; revision: number };

export const newOrder: OrderState = { parts: {}, revision: 0 };

export type OrderNet = {
  net: Decimal;
  currency: string;
  /**
   * A later statement has a later time, even if the sender's times are equal: each revision adds a millisecond. Without it, the
   * adjustment with the lower net would remain when a refund fails in the second of another refund.
   */
  effectiveAt: number;
  /** IDs of parts in a currency that the order's total does not have. They count nothing. */
  unclear: string[];
};

/** Returns the same order if the part changes nothing. The parts are the same in whatever order they arrive. */
export function withPart(order: OrderState, part: OrderPart): OrderState {
  const stored = order.parts[part.id];
  if (stored && !isNewer(part, stored)) return order;
  return { parts: { ...order.parts, [part.id]: part }, revision: order.revision + 1 };
}

const ranks: Record<PartState, number> = { pending: 0, settled: 1, void: 2 };

/** Sums grow within a second, so the larger sum of equal times is the newer. */
function isNewer(part: OrderPart, stored: OrderPart): boolean {
  if (part.at !== stored.at) return part.at > stored.at;
  if (part.state !== stored.state) return ranks[part.state] > ranks[stored.state];
  if (part.kind === 'refunded' && part.amount !== stored.amount) return isLess(stored.amount, part.amount);
  return part.eventId > stored.eventId;
}

/**
 * Returns the whole remaining value of the order's event, or `null` without a total, and if nothing was ever taken back. The value
 * shrinks in proportion to the amount that was paid: a full refund leaves 0.
 */
export function netOf({ parts, revision }: OrderState): OrderNet | null {
  const all = Object.values(parts);
  const total = all.find((part) => part.kind === 'total');
  const others = all.filter((part) => part.kind !== 'total');
  if (!total || others.length === 0) return null;
  const reductions = others.filter(({ state }) => state !== 'void').map((part) => reductionOf(part, others));
  const effectiveAt = Math.max(...others.map(({ at }) => at)) + revision;
  const isOf = (currency: string | undefined) => (part: Money) => part.currency === currency;
  const [own, foreign] = [reductions.filter(isOf(total.currency)), reductions.filter(isOf(total.other?.currency))];
  const unclear = reductions.filter((part) => ![total.currency, total.other?.currency].includes(part.currency)).map(({ id }) => id);
  const shares = [shareOf(own, total)];
  if (total.other && total.other.currency !== total.currency) shares.push(shareOf(foreign, total.other));
  return { net: valueWithout(shares, total), currency: total.currency, effectiveAt, unclear: unclear.sort() };
}

type Reduction = Money & { id: string };

function reductionOf(part: OrderPart, others: readonly OrderPart[]): Reduction {
  if (part.kind !== 'refunded') return part;
  const known = others.filter(
    (other) => other.kind === 'refund' && other.payment === part.payment && other.createdAt <= part.at && other.currency === part.currency,
  );
  const stated = sumDecimals(known.map(({ amount }) => amount));
  return { ...part, amount: isLess(stated, part.amount) ? subtractDecimals(part.amount, stated) : '0' };
}

type Share = { part: bigint; whole: bigint };

function shareOf(reductions: readonly Money[], { amount }: Money): Share {
  const sum = sumDecimals(reductions.map((reduction) => reduction.amount));
  const places = Math.max(decimalPlaces(sum), decimalPlaces(amount));
  return { part: scaled(sum, places), whole: scaled(amount, places) };
}

/** The result is rounded half up, once, to the smallest unit of the currency. */
function valueWithout(shares: readonly Share[], { value, currency }: Money & { value: Decimal }): Decimal {
  const whole = shares.reduce((product, share) => product * share.whole, 1n);
  if (whole === 0n) return '0';
  const rest = shares.reduce((remaining, { part, whole: of }) => remaining - (part * whole) / of, whole);
  if (rest <= 0n) return '0';
  const places = Math.max(minorUnitDigits(currency), decimalPlaces(value));
  const units = (2n * scaled(value, places) * rest + whole) / (2n * whole);
  return decimalOf(`${units}e-${places}`);
}
