import type { DeclaredPaths, UserDataPaths } from '../rules/projection.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

const ofObjects = words(`
  id object status currency created amount invoice payment_intent charge
  metadata.order metadata.svc_click_id metadata.click
  mode payment_status client_reference_id amount_total total_details.amount_tax
  presentment_details.presentment_amount presentment_details.presentment_currency
  currency_conversion.amount_total currency_conversion.source_currency
  billing_reason amount_paid total total_excluding_tax tax total_taxes[].amount total_tax_amounts[].amount
  status_transitions.paid_at payments.data[].payment.payment_intent payments.data[].payment.charge
  parent.subscription_details.metadata.svc_click_id parent.subscription_details.metadata.click
  subscription_details.metadata.svc_click_id subscription_details.metadata.click
  payment.payment_intent payment.charge
  amount_received amount_details.tax.total_tax_amount payment_details.order_reference
  amount_refunded`);

/** The transform reads these. An event names one object, so the paths of all objects are in one list. */
export const paths: DeclaredPaths = {
  ofEvent: words('id object type created livemode api_version account'),
  plain: ofObjects.map((path) => `data.object.${path}`),
  pages: ['data.object.success_url', 'data.object.return_url'],
  users: ['data.object.customer', 'data.object.customer_account'],
};

export const userData: UserDataPaths = {
  events: words('checkout.session.completed checkout.session.async_payment_succeeded invoice.paid payment_intent.succeeded'),
  email: ['data.object.customer_details.email', 'data.object.customer_email', 'data.object.receipt_email'],
  phone: ['data.object.customer_details.phone', 'data.object.customer_phone', 'data.object.shipping.phone'],
  country: ['data.object.customer_details.address.country', 'data.object.customer_address.country', 'data.object.shipping.address.country'],
};
