import type * as z from 'zod';
import type { ConversionDeps } from '#shared/deps.ts';
import type { ConversionEvent } from '#shared/domain/conversions.ts';
import { redactPersonalData } from '#shared/domain/personal-data.ts';
import { fail } from '#shared/http/errors.ts';
import type { ConversionEventBody, ConversionResult } from './event-schema.ts';

const maxPropertiesBytes = 32_768;

/** A valid body as an event: the user id hashed, personal data masked. Throws 413 for properties over the limit. */
export async function understood(
  body: z.output<typeof ConversionEventBody>,
  accountId: number,
  { secrets }: Pick<ConversionDeps, 'secrets'>,
): Promise<{ event: ConversionEvent; warnings: NonNullable<ConversionResult['warnings']> }> {
  const sent = body.properties ? JSON.stringify(body.properties) : undefined;
  if (sent && Buffer.byteLength(sent) > maxPropertiesBytes) throw fail('properties_too_large');
  const redacted = body.properties
    ? redactPersonalData(body.properties)
    : { properties: undefined, fields: [] };
  const properties = redacted.fields.length > 0 ? JSON.stringify(redacted.properties) : sent;
  const event: ConversionEvent = {
    eventType: body.event_type,
    eventId: body.event_id,
    clickId: body.svc_click_id,
    value: body.value ?? '0',
    currency: body.currency ?? 'USD',
    currencyGiven: Boolean(body.currency),
    ...(typeof body.occurred_at === 'number' && { occurredAt: body.occurred_at }),
    ...(body.external_user_id && {
      externalUserHash: await secrets.hashUser(accountId, body.external_user_id),
    }),
    ...(properties !== undefined && { properties }),
  };
  return {
    event,
    warnings: redacted.fields.length > 0 ? [{ code: 'pii_redacted', fields: redacted.fields }] : [],
  };
}
