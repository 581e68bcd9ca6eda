import { hours, minutes } from '#shared/values/durations.ts';

export type HonestOrder = {
  /** The place of the visitor, whose click the orders have. */
  visitor: number;
  event_id: string;
  value: string;
  currency: string;
  at: number;
  order_number: string;
  /** The order was reported in two payments or shipments of equal value, each with an ID of its own. */
  isSplit: boolean;
};

const catalog = ['9.90', '19.90', '19.90', '29.00', '29.00', '29.00', '49.90', '55.00', '79.00', '129.00'];
const shares = {
  repeats: 0.3,
  withinHour: 0.25,
  sameBasket: 0.6,
  ownNumber: 0.5,
  tillNumbers: 0.1,
  split: 0.0025,
};

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Orders of 14 days that are all sales. Few prices are common, buyers return with their click, a quarter of them within the
 * hour and often with the same basket. Half of the shops send an order number next to an ID of their own, some with numbers
 * that begin anew each day. One order in 400 arrives in two equal parts.
 */
export function honestOrders(count: number, from: number, seed: number): HonestOrder[] {
  const random = randomOf(seed);
  const isOf = (share: number) => random() < share;
  const orders: HonestOrder[] = [];
  let [visitor, number] = [0, 1000];
  const add = (of: Pick<HonestOrder, 'visitor' | 'value' | 'at'>) => {
    number++;
    const isTill = isOf(shares.tillNumbers);
    const order_number = isTill ? `${number % 100}` : `#${number}`;
    const isSplit = isOf(shares.split);
    const id = isSplit || isTill || isOf(shares.ownNumber) ? `${5_159_806_000_000 + number * 7}` : `${number}`;
    const order = { ...of, currency: 'EUR', order_number, isSplit };
    orders.push({ ...order, event_id: `order_created:${id}` });
    if (isSplit) orders.push({ ...order, event_id: `order_created:${id}-2`, at: of.at + minutes(2) });
  };
  const priceOf = () => catalog[Math.floor(random() * catalog.length)] ?? '29.00';
  while (orders.length < count) {
    let [at, value] = [from + Math.floor(random() * hours(14 * 24 - 72)), priceOf()];
    add({ visitor, value, at });
    while (isOf(shares.repeats)) {
      at += isOf(shares.withinHour) ? minutes(2 + 50 * random()) : hours(2 + 20 * random());
      value = isOf(shares.sameBasket) ? value : priceOf();
      add({ visitor, value, at });
    }
    visitor++;
  }
  return orders.slice(0, count).sort((a, b) => a.at - b.at);
}
