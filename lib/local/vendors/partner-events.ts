import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { partnerSignature } from '#shared/http/webhook-signatures.ts';
import { sendWebhook } from './send-webhook.ts';

const key = z.string().min(1).max(100);
const Request = z
  .object({
    event: z.string().min(1),
    /** Purchases, upgrades and downgrades get a new key by default. */
    license_key: key.optional(),
    prev_license_key: key.optional(),
    parent_license_key: key.optional(),
    tier: z.number().optional(),
    /** The event's time is in epoch seconds or milliseconds (default: now). */
    created_at: z.number().optional(),
    license_status: z.string().optional(),
    reason: z.string().optional(),
    email: z.string().optional(),
    test: z.boolean().optional(),
    times: z.int().min(1).max(100).default(1),
    delay_ms: z.int().min(0).max(60_000).default(0),
    twin: z.enum(['last', 'first', 'random', 'none']).default('random'),
  })
  .superRefine(({ event, license_key, prev_license_key }, context) => {
    const needed = isReplacing(event) ? { prev_license_key } : makesKey(event) ? {} : { license_key };
    for (const [name, value] of Object.entries(needed))
      if (!value) context.addIssue({ code: 'custom', path: [name], message: `${event} needs it` });
  });

const replacing: Record<string, string> = {
  upgrade: 'Upgraded by the customer',
  downgrade: 'Downgraded by the customer',
};
const isReplacing = (event: string) => Object.hasOwn(replacing, event);
const makesKey = (event: string) => event === 'purchase' || isReplacing(event);
/** The partner changes its state only after our response. */
const statusBefore: Record<string, string> = { purchase: 'inactive', activate: 'inactive' };

export const partnerEvents =
  ({ webhook, secret }: { webhook: string; secret: string }) =>
  async (body: unknown): Promise<{ status: number; body: unknown }> => {
    const { times, delay_ms, twin, reason, email, ...eventFields } = Request.parse(body);
    const { event, license_key = randomUUID(), prev_license_key, created_at = Date.now() } = eventFields;
    const main = {
      license_status: statusBefore[event] ?? 'active',
      ...eventFields,
      license_key,
      created_at,
      ...((reason || email) && { extra: { reason, email } }),
    };
    const events: Record<string, unknown>[] = [main];
    if (isReplacing(event) && twin !== 'none') {
      const isFirst = twin === 'first' || (twin === 'random' && Math.random() < 0.5);
      events.splice(isFirst ? 0 : 1, 0, {
        event: 'deactivate',
        license_key: prev_license_key,
        license_status: 'deactivated',
        created_at,
        extra: { reason: replacing[event] },
        ...(eventFields.test && { test: true }),
      });
    }
    const deliveries: object[] = [];
    let last: { status: number; body: unknown } | undefined;
    for (const sentEvent of events) {
      for (let time = 0; time < times; time++) {
        if (delay_ms) await delay(delay_ms);
        const text = JSON.stringify({ ...sentEvent, event_timestamp: Date.now() });
        const { timestamp, signature } = partnerSignature(text, { secret, now: Date.now() });
        last = await sendWebhook(webhook, text, {
          'x-appsumo-timestamp': timestamp,
          'x-appsumo-signature': signature,
        });
        deliveries.push({ event: sentEvent.event, license_key: sentEvent.license_key, created_at, ...last });
      }
    }
    return { status: 200, body: { license_key, status: last?.status, body: last?.body, deliveries } };
  };
