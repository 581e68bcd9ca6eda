import { ignored, type Step } from '../rules/steps.ts';
import type { Context } from './context.ts';
import { shareOf } from './money.ts';
import type { Session } from './objects.ts';
import { clickOf, orderEventId, type Paid, stepsOfSale, userOf } from './sale.ts';

export function stepsOfSession(session: Session, context: Context): Step[] {
  if (session.mode !== 'payment' || session.payment_status === 'paid') return stepsOfPaidSession(session, context);
  if (context.settings.mode === 'payment_intents') return ignored('other_mode');
  return ignored(session.payment_status === 'unpaid' ? 'not_paid_yet' : 'nothing_paid');
}

/** A bank debit is confirmed days after its session, by an event of its own. */
export function stepsOfPaidSession(session: Session, context: Context): Step[] {
  if (session.mode === 'setup') return ignored('setup_only');
  if (session.mode === 'subscription') return stepsOfSubscription(session, context);
  if (context.settings.mode === 'payment_intents') return ignored('other_mode');
  const paid = paidIn(session);
  if (!paid) return ignored('unexpected_form');
  if (paid.units === 0) return ignored('nothing_paid');
  const orderId = session.invoice ?? session.payment_intent ?? session.id;
  return stepsOfSale(
    {
      eventType: 'order_created',
      eventId: orderEventId(session.metadata, orderId, context),
      occurredAt: context.at,
      clickId: clickOf(session.metadata, session.client_reference_id),
      user: userOf(session),
      customer: 'unknown',
      page: pageOf(session),
      orderId,
      paid,
      payments: [session.payment_intent],
    },
    context,
  );
}

/** The first invoice is the order. The session knows the click, and the invoice may not. */
function stepsOfSubscription(session: Session, { at }: Context): Step[] {
  const [user, clickId] = [userOf(session), clickOf(session.metadata, session.client_reference_id)];
  return user && clickId ? [{ kind: 'identity', user, clickId, at }] : ignored('no_click_or_customer');
}

function paidIn(session: Session): Paid | null {
  const { amount_total: units, currency, currency_conversion: own, presentment_details: shown } = session;
  if (units === null || units === undefined || !currency) return null;
  const withoutTax = Math.max(0, units - (session.total_details?.amount_tax ?? 0));
  if (own) {
    const rest = shareOf(own.amount_total, withoutTax, units);
    return { units: own.amount_total, currency: own.source_currency, withoutTax: rest, other: { units, currency } };
  }
  const isForeign = shown && shown.presentment_currency !== currency;
  return {
    units,
    currency,
    withoutTax,
    other: isForeign ? { units: shown.presentment_amount, currency: shown.presentment_currency } : null,
  };
}

/** Stripe's own page of confirmation is no page of the shop. */
function pageOf({ success_url: success, return_url: returned }: Session): string | null {
  const page = success ?? returned ?? null;
  return page && URL.canParse(page) && !/(^|\.)stripe\.com$/.test(new URL(page).hostname) ? page : null;
}
