import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { billingSignature } from '#shared/http/webhook-signatures.ts';
import type { BillingBooks } from './billing-books.ts';
import { type EventRequest, EventRequestSchema, eventOf } from './billing-event.ts';
import { sendWebhook } from './send-webhook.ts';

const Delivery = z.object({
  times: z.int().min(1).max(100).default(1),
  delay_ms: z.int().min(0).max(60_000).default(0),
  reorder: z.boolean().default(false),
});
const Many = Delivery.extend({ events: z.array(EventRequestSchema).min(1).max(100) });

type To = { books: BillingBooks; webhook: string; secret: string };
type Sent = { event_id: string; type: string; created: number; status: number; body: unknown };

export const billingEvents =
  ({ books, webhook, secret }: To) =>
  async (body: unknown): Promise<{ status: number; body: unknown }> => {
    const isMany = typeof body === 'object' && body !== null && 'events' in body;
    const { times, delay_ms, reorder } = Delivery.parse(body);
    const requests: EventRequest[] = isMany ? Many.parse(body).events : [EventRequestSchema.parse(body)];
    // A second between events keeps their order certain.
    const events = requests.map((request, place) => eventOf(request, books, books.seconds() - (requests.length - 1 - place)));
    const deliveries: Sent[] = [];
    for (const event of reorder ? events.toReversed() : events) {
      const text = JSON.stringify(event);
      books.keep(event);
      for (let time = 0; time < times; time++) {
        if (delay_ms) await delay(delay_ms);
        deliveries.push({
          event_id: event.id,
          type: event.type,
          created: event.created,
          ...(await send(text)),
        });
      }
    }
    const last = deliveries.at(-1);
    return { status: 200, body: { status: last?.status, body: last?.body, deliveries } };

    async function send(text: string) {
      const signature = billingSignature(text, { secret, now: Date.now() });
      return await sendWebhook(webhook, text, { 'stripe-signature': signature });
    }
  };
