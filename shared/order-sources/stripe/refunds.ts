import type * as z from 'zod';
import type { OrderPart, PartState } from '#shared/orders/rules/order-parts.ts';
import { ignored, type Step } from '../rules/steps.ts';
import { type Context, keyOf } from './context.ts';
import { moneyOf } from './money.ts';
import type { Charge, Dispute, Refund } from './objects.ts';

const refundStates: Readonly<Record<string, PartState>> = { succeeded: 'settled', failed: 'void', canceled: 'void' };

export function stepsOfRefund(refund: z.output<typeof Refund>, context: Context): Step[] {
  const { id, amount: units, currency, status, charge, payment_intent: intent } = refund;
  const payment = charge ?? intent;
  if (!payment) return ignored('no_payment');
  return partOfPayment(intent ?? payment, {
    kind: 'refund',
    id,
    payment,
    ...moneyOf({ units, currency }),
    state: refundStates[status ?? ''] ?? 'pending',
    createdAt: refund.created * 1000,
    ...statedBy(context),
  });
}

/** Endpoints with a version before 2024-10-28 report a refund of a charge by the sum of its refunds alone. */
export function stepsOfCharge(
  { id, amount_refunded: units, currency, payment_intent: intent, invoice }: z.output<typeof Charge>,
  context: Context,
): Step[] {
  const part = { kind: 'refunded', id, payment: id, ...moneyOf({ units, currency }), state: 'settled', ...statedBy(context) } as const;
  return invoice ? [{ kind: 'part', orderKey: keyOf(invoice), part }] : partOfPayment(intent ?? id, part);
}

export function stepsOfDispute(dispute: z.output<typeof Dispute>, context: Context): Step[] {
  const { id, amount: units, currency, status, charge, payment_intent: intent } = dispute;
  const payment = intent ?? charge;
  if (context.settings.disputes === 'off') return ignored('disputes_are_off');
  if (status !== 'lost' && status !== 'won') return ignored('dispute_not_lost');
  if (!payment) return ignored('no_payment');
  const state = status === 'lost' ? 'settled' : 'void';
  return partOfPayment(payment, { kind: 'reversal', id, ...moneyOf({ units, currency }), state, ...statedBy(context) });
}

const statedBy = ({ at, eventId }: Context) => ({ at, eventId });

const partOfPayment = (payment: string, part: OrderPart): Step[] => [{ kind: 'waiting', for: keyOf(payment), part }];
