import type { Category, DifferenceName, Placed } from './categories.ts';
import { type PackedEvent, packedEvent, unpackedEvent } from './events.ts';
import { type Order, type PackedOrder, packedOrder, unpackedOrder } from './orders.ts';

export const rowsOfPart = 1000;

export type PackedRow = [
  order: PackedOrder | null,
  event: PackedEvent | null,
  doubles: PackedEvent[],
  reason: string | null,
  differenceName: DifferenceName | null,
];

/** Only orders that can be sent still need their click and user, so other rows omit them. */
export const packedRow = ({ category, order, event, doubles, reason, differenceName }: Placed): PackedRow => [
  order && packedOrder(isSendable(category) ? order : { ...order, clickId: null, userHash: null }),
  event && packedEvent({ ...event, sid: '' }),
  doubles.map((double) => packedEvent({ ...double, sid: '' })),
  reason,
  differenceName,
];

export const unpackedRow = (
  [order, event, doubles, reason, differenceName]: PackedRow,
  category: Category,
): Placed => ({
  ...{ category, reason, differenceName },
  order: order && unpackedOrder(order),
  event: event && unpackedEvent(event),
  doubles: doubles.map(unpackedEvent),
});

export const isSendable = (category: Category): boolean => category === 'missing' || category === 'rejected';

export const isNamed = ({ clickId, userHash }: Pick<Order, 'clickId' | 'userHash'>): boolean =>
  clickId !== null || userHash !== null;

export const partsOfRows = (count: number): number => Math.ceil(count / rowsOfPart);
