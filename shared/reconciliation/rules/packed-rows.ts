import type { Category, DifferenceName, Placed } from './categories.ts';
import { type PackedEvent, packedEvent, unpackedEvent } from './events.ts';
import { type PackedOrder, packedOrder, unpackedOrder } from './orders.ts';

/** A part holds this many rows of a category. */
export const rowsOfPart = 1000;

export type PackedRow = [
  order: PackedOrder | null,
  event: PackedEvent | null,
  doubles: PackedEvent[],
  reason: string | null,
  differenceName: DifferenceName | null,
];

export const packedRow = ({ order, event, doubles, reason, differenceName }: Placed): PackedRow => [
  order && packedOrder(order),
  event && packedEvent(event),
  doubles.map(packedEvent),
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

export const partsOfRows = (count: number): number => Math.ceil(count / rowsOfPart);
