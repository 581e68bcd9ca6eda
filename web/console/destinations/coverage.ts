import { networkTitle } from '../kit/networks.ts';

type What = 'consent_unknown' | 'click_ids_missing' | 'click_id_truncated' | 'orders_unmatched';
type Coverage = { orders: number; tellable: number; improvement: { what: What; orders: number } | null };
export type Day = { networks: Readonly<Partial<Record<string, Coverage>>> };
/** A guide opens in another tab. */
type Link = { title: string; href: string } | { title: string; to: string; search?: object };
export type Remedy = { text: string; link?: Link };

const remedies: Record<What, (orders: string, network: string) => Remedy> = {
  consent_unknown: (orders) => ({
    text: `${orders} arrived without an answer about consent`,
    link: { title: 'Let the pixel read your banner', href: '/docs/guides/consent' },
  }),
  click_ids_missing: (orders, network) => ({
    text: `None of ${orders} has a click ID of ${network}`,
    link: { title: 'Check the links of your ads', to: '/links' },
  }),
  click_id_truncated: (orders, network) => ({ text: `${orders} had a click ID of ${network} above 1,024 characters, which was cut` }),
  orders_unmatched: (orders) => ({
    text: `${orders} were earned by no click`,
    link: { title: 'See why', to: '/events', search: { outcome: 'unmatched', type: 'order_created' } },
  }),
};

const counted = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`;
const listed = (texts: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(texts);

/** A network counts an order from the time on when it collects. */
const entriesOf = ({ networks }: Day) =>
  Object.entries(networks).flatMap(([network, coverage]) => (coverage ? [{ network, ...coverage }] : []));

/** `off` are the networks that do not collect. */
export function sentenceOf(day: Day, off: readonly string[]): string {
  const networks = entriesOf(day);
  if (networks.length === 0) return 'No network collects yet, so no order may be reported.';
  const orders = Math.max(...networks.map((one) => one.orders));
  if (orders === 0) return 'No order arrived yesterday while a network collected.';
  const reported = networks.map(
    ({ network, tellable }, at) => `${tellable}${at === 0 ? ' may be reported' : ''} to ${networkTitle(network)}`,
  );
  const rest = off.length === 0 ? '' : ` ${listed(off.map(networkTitle))} ${off.length === 1 ? 'is' : 'are'} off.`;
  return `Of yesterday’s ${counted(orders)}, ${listed(reported)}.${rest}`;
}

/** The improvement of most orders comes first. The order of the networks decides between equals. */
export function firstRemedy(day: Day): Remedy | null {
  const [first] = entriesOf(day)
    .flatMap(({ network, improvement }) => (improvement ? [{ network, ...improvement }] : []))
    .sort((a, b) => b.orders - a.orders);
  return first ? remedies[first.what](counted(first.orders), networkTitle(first.network)) : null;
}
