import { networkTitle } from '../kit/networks.ts';

export type NetworkCoverage = { orders: number; tellable: number; reasons: Readonly<Record<string, number>> };
export type CoverageDay = { day: string; networks: Readonly<Record<string, NetworkCoverage>> };

export type Remedy = { text: string; link: string; to: string };

/** The first reason that holds an order back is the one to repair first. A guide opens in another tab. */
const remedies: Record<string, (orders: string) => Remedy> = {
  not_collecting: (orders) => ({
    text: `${orders} arrived while the network was off`,
    link: 'Switch it on below',
    to: '#networks',
  }),
  no_consent: (orders) => ({
    text: `${orders} without consent`,
    link: 'Let the pixel hear your banner',
    to: '/docs/guides/consent',
  }),
  no_click_id: (orders) => ({
    text: `${orders} without a click of the network`,
    link: 'Send the click with each order',
    to: '/docs/guides/not-attributed',
  }),
  no_match_keys: (orders) => ({
    text: `${orders} without user data`,
    link: 'Send user data with each order',
    to: '/docs/guides/consent',
  }),
};

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
const listed = (texts: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(texts);

/** All networks have the same orders, so the largest count is that of the day. */
export const ordersOf = ({ networks }: CoverageDay): number => Math.max(0, ...Object.values(networks).map(({ orders }) => orders));

export function sentenceOf(day: CoverageDay): string {
  const orders = ordersOf(day);
  if (orders === 0) return 'There were no orders yesterday.';
  const reported = Object.entries(day.networks).map(
    ([network, { tellable }], at) => `${tellable}${at === 0 ? ' may be reported' : ''} to ${networkTitle(network)}`,
  );
  return `Of yesterday’s ${counted(orders, 'order')}, ${listed(reported)}.`;
}

/** The reason of most orders of any network comes first. Equal counts keep the order of the table. */
export function firstRemedy({ networks }: CoverageDay): Remedy | null {
  const counts = Object.keys(remedies).map((reason) => {
    const orders = Math.max(0, ...Object.values(networks).map(({ reasons }) => reasons[reason] ?? 0));
    return { reason, orders };
  });
  const [first] = counts.filter(({ orders }) => orders > 0).sort((a, b) => b.orders - a.orders);
  return first ? (remedies[first.reason]?.(counted(first.orders, 'order')) ?? null) : null;
}
