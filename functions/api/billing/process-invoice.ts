import type { DepsOf } from '#shared/aws/deps-of.ts';
import { priceCredits } from '#shared/billing/needs.ts';
import { type Invoice, type InvoiceLine, InvoiceObject } from '#shared/billing/processor-objects.ts';
import { credits } from '#shared/credits/needs.ts';
import { claims } from '#shared/credits/rules/credits.ts';
import { type AccountId, ownerOf } from '#shared/values/tenant.ts';
import { customerUser, customerUserNeeds } from './customer-user.ts';
import type { ProcessedEvent, ProcessingResult, Unwritten } from './processing-result.ts';

export const processInvoiceNeeds = { ...customerUserNeeds, credits, priceCredits };
type Deps = DepsOf<typeof processInvoiceNeeds>;

/** Invoices for changes within a period and manual invoices grant no credits. */
const grantingReasons: ReadonlySet<string | null> = new Set(['subscription_create', 'subscription_cycle']);

export async function processInvoice(event: ProcessedEvent, deps: Deps): Promise<ProcessingResult> {
  const { credits, billingRecords, priceCredits, users } = deps;
  const { id, type, created, object } = event;
  const invoice = InvoiceObject.safeParse(object).data;
  if (!invoice) return { outcome: 'unreadable' };
  const { customerId, amountPaidMinor } = invoice;
  if (amountPaidMinor !== null && amountPaidMinor <= 0) return { outcome: 'grants_nothing' };
  if (!grantingReasons.has(invoice.billingReason)) {
    const payer = await billingRecords.userOf(customerId);
    return payer !== null && (await hasEnded(payer, deps)) ? ofEndedAccount(invoice, payer) : { outcome: 'grants_nothing' };
  }
  const customer = await customerUser(invoice, deps);
  if (!customer) return unsettled(invoice, 'unknown_customer');
  const { userId, isLinked, before } = customer;
  if (await hasEnded(userId, deps)) return ofEndedAccount(invoice, userId);
  const amount = creditsOf(invoice.lines, priceCredits);
  if (amount === null) return { ...unsettled(invoice, 'unknown_price'), userId };
  if (amount === 0) return { outcome: 'grants_nothing', userId };

  const outcome = 'granted';
  const granted = await credits.grant(userId, {
    type: 'billing_renewal',
    amount,
    reason: `Invoice ${invoice.id}`,
    claim: claims.invoice(invoice.id),
    actor: 'billing',
    also: [
      billingRecords.eventPart({ id, type, created, outcome, isSettled: true, userId }),
      users.activePart(ownerOf(userId)),
      ...(isLinked ? [] : [billingRecords.customerPart(customerId, userId, before)]),
    ],
  });
  if (granted.outcome === 'granted') return { written: outcome };
  return granted.outcome === 'already' ? { outcome: 'granted_before', userId } : null;
}

const hasEnded = async (accountId: AccountId, { users }: Deps) => !(await users.byId(ownerOf(accountId)))?.isActive;

function ofEndedAccount({ id }: Invoice, accountId: AccountId): Unwritten {
  const outcome = 'inactive_account';
  const text = `The invoice ${id} was paid for account ${accountId}, which is not active, and granted no credits. Refund it and cancel the subscription at the payment processor.`;
  return {
    outcome,
    userId: accountId,
    effects: [{ kind: 'notice', id: `${outcome}#${id.slice(0, 150)}`, text: text.slice(0, 3000) }],
  };
}

function creditsOf(lines: readonly InvoiceLine[], priceCredits: Readonly<Record<string, number>>) {
  const charged = lines.filter(({ isProration, quantity }) => !isProration && quantity > 0);
  const pricedLines = charged.filter(({ priceId }) => priceId !== null && Object.hasOwn(priceCredits, priceId));
  if (pricedLines.length === 0) return lines.length === 0 || charged.length > 0 ? null : 0;
  return pricedLines.reduce((sum, { priceId, quantity }) => sum + (priceCredits[priceId ?? ''] ?? 0) * quantity, 0);
}

function unsettled({ id, customerId, lines }: Invoice, outcome: 'unknown_customer' | 'unknown_price'): Unwritten {
  const prices = [...new Set(lines.map(({ priceId }) => priceId ?? 'none'))].slice(0, 10).join(', ');
  const what =
    outcome === 'unknown_customer'
      ? `nobody here is the customer ${customerId}`
      : `none of its prices (${prices || 'none'}) is in BILLING_PRICE_CREDITS`;
  const text = `The invoice ${id} was paid and granted no credits: ${what}. Set it right and send the event again.`;
  return {
    outcome,
    effects: [{ kind: 'notice', id: `${outcome}#${id.slice(0, 150)}`, text: text.slice(0, 3000) }],
  };
}
