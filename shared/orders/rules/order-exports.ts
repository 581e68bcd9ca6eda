import type { OrderExport } from './order-export.ts';
import { own } from './own.ts';
import { paddle } from './paddle.ts';
import { shopify } from './shopify.ts';
import { stripe, stripeBalance } from './stripe.ts';
import { woocommerce } from './woocommerce.ts';

/** The first export that fits a file is chosen. */
export const orderExports: Readonly<Record<string, OrderExport>> = {
  shopify,
  stripe,
  stripe_balance: stripeBalance,
  paddle,
  woocommerce,
  own,
};
