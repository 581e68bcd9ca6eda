import * as z from 'zod';
import { defaultIdTemplate, isIdTemplate } from '#shared/orders/rules/order-id.ts';

/** The settings of a source, by their names in requests and answers. */
export const StripeSettings = z.strictObject({
  value: z.enum(['paid', 'without_tax']).default('paid').meta({
    description: 'The value of an order: what was paid, or that without its tax.',
  }),
  mode: z.enum(['checkout', 'payment_intents']).default('checkout').meta({
    description: 'The event that reports a single payment: `payment_intents` is for shops without Checkout and Payment Links.',
  }),
  disputes: z.enum(['off', 'reverse']).default('off').meta({
    description: '`reverse` takes the amount of a lost dispute from the order.',
  }),
  id_template: z
    .string()
    .refine(isIdTemplate, { error: 'A template has {order_id} once, is one line, and does not end with ":"' })
    .default(defaultIdTemplate)
    .meta({ description: 'The event ID of an order.' }),
});
export type StripeSettings = z.output<typeof StripeSettings>;

export type Context = {
  settings: StripeSettings;
  /** The time of the event in epoch milliseconds. */
  at: number;
  eventId: string;
};

/** An object of Stripe as the key of an order or a payment. */
export const keyOf = (id: string): string => `stripe:${id}`;
