import type { Channel } from '#shared/clicks/rules/channels.ts';
import { netOf, newestAdjustment } from '#shared/conversions/rules/adjustments.ts';
import { type Conversion, pixelOf } from '#shared/conversions/rules/conversions.ts';
import { isSameSale, orderNumberOf, type Sale } from '#shared/conversions/rules/sales.ts';
import type { Decimal } from '#shared/values/decimal.ts';

export type ArrivedEvent = {
  eventId: string;
  eventType: string;
  value: Decimal;
  gross: Decimal;
  isRefunded: boolean;
  currency: string;
  /** The time is in epoch milliseconds. */
  occurredAt: number;
  receivedAt: string;
  isCounted: boolean;
  reason: string | null;
  pixelKey: string | null;
  channel: Channel | null;
  sid: string;
  orderNumber: string;
};
export type Rejection = { eventId: string; code: string; receivedAt: string };

const refunds = new Set<string>(['refund', 'cancellation']);
export const notCounted = 'event_type_not_counted';

export function arrivedEventOf(conversion: Conversion): ArrivedEvent {
  const { eventId, eventType, currency, occurredAt, receivedAt, counts, click, reason } = conversion;
  return {
    eventId,
    eventType,
    value: netOf(conversion),
    gross: conversion.value,
    currency,
    receivedAt,
    occurredAt: Date.parse(occurredAt),
    isCounted: counts,
    isRefunded: refunds.has(newestAdjustment(conversion)?.reason ?? ''),
    reason: click ? (counts ? null : notCounted) : (reason ?? 'no_click_id'),
    pixelKey: pixelOf(conversion) ?? null,
    channel: click ? (click.channel ?? 'unknown') : null,
    sid: click?.sid ?? '',
    orderNumber: orderNumberOf(conversion),
  };
}

function saleOf(event: ArrivedEvent): Sale | null {
  const { eventId, eventType, gross, currency, orderNumber, receivedAt: at } = event;
  const isSale = event.isCounted && gross !== '0' && event.value !== '0' && orderNumber !== '';
  return isSale ? { eventId, eventType, value: gross, currency, orderNumber, at } : null;
}

/** The finding `same_sale_counted_twice` uses the same rule. */
export function isDouble(event: ArrivedEvent, other: ArrivedEvent): boolean {
  const [sale, otherSale] = [saleOf(event), saleOf(other)];
  if (!sale || !otherSale || event.sid === '' || event.sid !== other.sid) return false;
  return isSameSale(otherSale, sale) || isSameSale(sale, otherSale);
}

export type PackedEvent = (string | number | null)[];

export const packedEvent = (event: ArrivedEvent): PackedEvent => [
  event.eventId,
  event.eventType,
  event.value,
  event.currency,
  event.occurredAt,
  event.receivedAt,
  event.isCounted ? 1 : 0,
  event.reason,
  event.pixelKey,
  event.channel,
  event.sid,
  event.orderNumber,
  event.gross,
  event.isRefunded ? 1 : 0,
];

export function unpackedEvent(packed: PackedEvent): ArrivedEvent {
  const text = (at: number) => String(packed[at] ?? '');
  const orNull = (at: number) => (packed[at] ?? null) as string | null;
  return {
    eventId: text(0),
    eventType: text(1),
    value: text(2),
    currency: text(3),
    occurredAt: Number(packed[4]),
    receivedAt: text(5),
    isCounted: packed[6] === 1,
    reason: orNull(7),
    pixelKey: orNull(8),
    channel: orNull(9) as Channel | null,
    sid: text(10),
    orderNumber: text(11),
    gross: text(12),
    isRefunded: packed[13] === 1,
  };
}
