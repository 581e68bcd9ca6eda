import { plusDays } from '../kit/dates.ts';

/** The headings match the export of the shop. A 13th day proves the order of day and month. */
const files: Record<string, (days: readonly string[]) => string> = {
  shopify: (
    days,
  ) => `Name,Email,Financial Status,Paid at,Currency,Subtotal,Shipping,Taxes,Total,Lineitem name,Created at,Refunded Amount,Id,Source
#1001,,paid,${days[0]} 10:12:33 -0500,USD,89.00,4.95,6.20,100.15,Running shoes,${days[0]} 10:12:30 -0500,0.00,5159806763157,web
#1002,,paid,${days[1]} 18:40:02 -0500,USD,119.00,0.00,8.30,127.30,Trail shoes,${days[1]} 18:40:00 -0500,0.00,5159806763158,web
#1002,,,,,,,,,Socks,,,,
#1003,,refunded,${days[2]} 09:01:12 -0500,USD,79.00,4.95,5.50,89.45,Sandals,${days[2]} 09:01:10 -0500,89.45,5159806763159,web
#1004,,pending,${days[2]} 21:15:45 -0500,USD,89.00,4.95,6.20,100.15,Running shoes,${days[2]} 21:15:40 -0500,0.00,5159806763160,pos
`,
  woocommerce: (days) => `Order ID,Order Date,Order Status,Order Currency,Order Total,Order Tax,Order Shipping
2001,${days[0]} 10:12:30,wc-completed,EUR,139.00,22.19,0.00
2002,${days[1]} 18:40:00,wc-processing,EUR,113.90,18.19,4.90
2003,${days[2]} 09:01:10,wc-completed,EUR,278.00,44.39,0.00
2004,${days[2]} 21:15:40,wc-pending,EUR,139.00,22.19,0.00
`,
  stripe: (days) => `id,Created date (UTC),Amount,Amount Refunded,Currency,Status,order_id (metadata)
pi_3001,${days[0]} 15:12:30,89.00,0.00,usd,Paid,3001
pi_3002,${days[1]} 23:40:00,119.00,30.00,usd,Paid,3002
pi_3003,${days[2]} 14:01:10,79.00,0.00,usd,Paid,3003
pi_3004,${days[2]} 20:15:40,89.00,0.00,usd,Failed,3004
`,
  own: (days) => `order_id,occurred_at,value,currency,status,svc_click_id,external_user_id
4001,${days[0]}T10:12:30Z,89.00,USD,paid,,
4002,${days[1]}T18:40:00Z,119.00,USD,paid,,customer-7
4003,${days[2]}T09:01:10Z,79.00,USD,paid,,
4004,${days[2]}T21:15:40Z,89.00,USD,pending,,
`,
};

export const sampleNames = Object.keys(files);

export function sampleOf(format: string, now: number): string {
  const today = new Date(now).toISOString().slice(0, 10);
  const first = `${plusDays(`${today.slice(0, 8)}01`, -1).slice(0, 8)}13`;
  return files[format]?.([first, plusDays(first, 1), plusDays(first, 2)]) ?? '';
}
