import type { NotPaid, Order } from './order.ts';
import type { OrderExport } from './order-export.ts';
import { type StatusKind, statusLabels } from './status-labels.ts';
import { stripe } from './stripe.ts';

type Status = { name: string; kind: StatusKind };

/** WooCommerce adds `wc-` to statuses in some exports, as in `wc-pending`. */
export const ruleText = (text: string): string => text.trim().toLowerCase().replace(/^wc-/, '');

/** Shops write one status as `on-hold`, `On hold` and `ON_HOLD`. */
export const statusKey = (text: string): string =>
  ruleText(text)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\s\-_‐-―]/gu, '')
    .replaceAll('ı', 'i');

const statuses = new Map<string, Status>();
for (const [kind, byName] of Object.entries(statusLabels) as [StatusKind, Record<string, string>][])
  for (const [name, labels] of Object.entries(byName))
    for (const label of [name, ...labels.split('|')].filter(Boolean)) statuses.set(statusKey(label), { name, kind });

const ofFormat: Record<string, OrderExport['statuses']> = { stripe: stripe.statuses };

export function statusOf(text: string, format: string | null): Status | null {
  const key = statusKey(text);
  return statuses.get(statusKey(ofFormat[format ?? '']?.[key] ?? key)) ?? null;
}

export type ExclusionReason = 'test' | 'status' | 'channel' | NotPaid;
/** An order that `isEnded` will not be paid any more. */
export type Standing = 'sale' | 'unclear' | { reason: ExclusionReason; isEnded: boolean };
export type StandingOf = (order: Pick<Order, 'isTest' | 'status' | 'salesChannel' | 'notPaid'>) => Standing;
