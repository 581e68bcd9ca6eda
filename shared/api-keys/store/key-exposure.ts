import { keyOf } from '#shared/api-keys/items.ts';
import type { ApiKey, ConversionCaller, KeyExposure } from '#shared/api-keys/rules/keys.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { webhookEvent } from '#shared/messages/webhook-event.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownerOf } from '#shared/values/tenant.ts';

const maxCached = 1000;
const retentionMs = days(3);

/** Only browsers send an `Origin`, so a secret key in such a request is exposed. Each key alerts once per UTC day. */
export function keyExposureIn(table: Table, { now }: { now: () => number }) {
  const alerted = new Set<string>();

  return {
    async exposed(
      { accountId, keyId, environment }: ConversionCaller,
      { origin, ending }: { origin: string; ending: string },
    ): Promise<void> {
      const at = new Date(now()).toISOString();
      const day = dayOf(at);
      const id = `${keyId}#${day}`;
      if (alerted.has(id)) return;
      const key = await table.get<Item & ApiKey>(keyOf.apiKey(accountId, keyId));
      const name = key?.name ?? keyId;
      const shownOrigin = readable(origin);
      const effect: Effect = {
        kind: 'mail',
        id: `secret_key_exposed#${id}`,
        to_user: ownerOf(accountId),
        template: 'secret_key_exposed',
        data: { name, ending, at: mailTime(at), origin: shownOrigin },
      };
      const data = { key_id: keyId, name, last4: ending, origin: shownOrigin || null };
      const event = webhookEvent('key.exposed', id, { accountId, environment, at, data });
      const alert = {
        ...keyOf.keyAlert(keyId, day),
        kind: 'key_alert',
        ttl: Math.ceil((now() + retentionMs) / 1000),
        ...withEffects([effect, event]),
      };
      const exposure: KeyExposure = { at, origin: shownOrigin || null, ending };
      const parts: Part[] = [
        { put: alert, condition: 'attribute_not_exists(pk)' },
        {
          key: keyOf.apiKey(accountId, keyId),
          update: 'SET exposure = :exposure',
          condition: 'attribute_exists(pk)',
          values: { ':exposure': exposure },
        },
      ];
      await tookEffect(table.transact(key ? parts : parts.slice(0, 1)));
      if (alerted.size >= maxCached) alerted.clear();
      alerted.add(id);
    },
  };
}

/** The sender controls the `Origin` header, which an e-mail shows. */
function readable(origin: string): string {
  const parsed = URL.canParse(origin) ? new URL(origin).origin : 'null';
  return parsed === 'null' || parsed.length > 200 ? '' : parsed;
}
