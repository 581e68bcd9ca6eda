import type { Order } from '#shared/orders/rules/order.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import type { Category, DifferenceName, Placed } from './categories.ts';
import { type PackedEvent, packedEvent, unpackedEvent } from './events.ts';
import { type PackedOrder, packedOrder, unpackedOrder } from './packed-orders.ts';

export const rowsOfPart = 1000;

export type PackedRow = [
  order: PackedOrder | null,
  event: PackedEvent | null,
  doubles: PackedEvent[],
  reason: string | null,
  differenceName: DifferenceName | null,
  kept?: Decimal | null,
  similarId?: string | null,
];

/** Only orders that can be sent still need their click and user, so other rows omit them. */
export function packedRow({ category, order, event, doubles, ...row }: Placed): PackedRow {
  const packed: PackedRow = [
    order && packedOrder(isSendable(category) ? order : { ...order, clickId: null, userHash: null }),
    event && packedEvent({ ...event, sid: '' }),
    doubles.map((double) => packedEvent({ ...double, sid: '' })),
    row.reason,
    row.differenceName,
  ];
  const kept = row.kept === (order?.value ?? '0') ? null : row.kept;
  if (row.similarId !== null) packed.push(kept, row.similarId);
  else if (kept !== null) packed.push(kept);
  return packed;
}

/** A row of an order without refunds ends with the name of the difference, as all rows before 2026-11-29 do. */
export function unpackedRow(
  [packed, event, doubles, reason, differenceName, kept, similarId = null]: PackedRow,
  category: Category,
): Placed {
  const order = packed && unpackedOrder(packed);
  return {
    category,
    order,
    reason,
    differenceName,
    kept: kept ?? order?.value ?? '0',
    similarId,
    event: event && unpackedEvent(event),
    doubles: doubles.map(unpackedEvent),
  };
}

export const isSendable = (category: Category): boolean => category === 'missing' || category === 'rejected';

export const isNamed = ({ clickId, userHash }: Pick<Order, 'clickId' | 'userHash'>): boolean => clickId !== null || userHash !== null;

export const partsOfRows = (count: number): number => Math.ceil(count / rowsOfPart);
