export const formats: Record<string, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  stripe: 'Stripe',
  stripe_balance: 'a balance of Stripe',
  paddle: 'Paddle',
  own: 'Your own shop',
};
export const formatTitle = (format: string): string => (Object.hasOwn(formats, format) ? (formats[format] ?? format) : format);

export const dateFormats = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY'] as const;
export const columnTitles = {
  order_id: 'Order ID',
  occurred_at: 'Time',
  value: 'Value',
  currency: 'Currency',
  status: 'Status',
  channel: "Shop's channel",
  test: 'Test order',
  tax: 'Tax',
  shipping: 'Shipping',
  refunded: 'Refunded',
  cancelled_at: 'Cancelled',
  captured: 'Captured',
  outstanding: 'Still to be paid',
  svc_click_id: 'Click ID',
  external_user_id: 'User ID',
} as const;
export type Column = keyof typeof columnTitles;
export const neededColumns: readonly Column[] = ['order_id', 'occurred_at', 'value'];

/** An empty text leaves the fact to the file or to the API. */
export type Facts = {
  time_zone: string;
  currency: string;
  date_format: '' | (typeof dateFormats)[number];
  event_type: string;
  id_template: string;
  from: string;
  to: string;
  window_hours: string;
  tolerance: string;
  columns: Partial<Record<Column, string>>;
};

type Earlier = {
  time_zone: string;
  event_type: string;
  id_template: string;
  window_hours: number;
  tolerance: string;
};

export function factsOf(entered: Partial<Facts>, { earlier, zone }: { earlier: Earlier | undefined; zone: string }): Facts {
  const type = entered.event_type ?? earlier?.event_type ?? 'order_created';
  const isSameType = earlier?.event_type === type;
  return {
    time_zone: entered.time_zone ?? earlier?.time_zone ?? zone,
    currency: entered.currency ?? '',
    date_format: entered.date_format ?? '',
    event_type: type,
    id_template: entered.id_template ?? (isSameType ? earlier.id_template : `${type}:{order_id}`),
    from: entered.from ?? '',
    to: entered.to ?? '',
    window_hours: entered.window_hours ?? String(earlier?.window_hours ?? 48),
    tolerance: entered.tolerance ?? earlier?.tolerance ?? '0',
    columns: entered.columns ?? {},
  };
}

export const requestOf = ({ columns, ...facts }: Facts) => {
  const set = Object.fromEntries(Object.entries(facts).filter(([, value]) => value.trim() !== ''));
  const named = Object.fromEntries(Object.entries(columns).filter(([, heading]) => heading));
  return { ...set, ...(Object.keys(named).length > 0 && { columns: named }) };
};
