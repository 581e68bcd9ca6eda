import type * as z from 'zod';
import { consentIn } from '#shared/consent/consent-schema.ts';
import type { ConversionEvent } from '#shared/conversions/rules/conversions.ts';
import { maxPropertiesBytes } from '#shared/conversions/rules/limits.ts';
import { looksPersonal, redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { isIncompleteId, userIdOf } from '#shared/conversions/rules/placeholders.ts';
import type { Secrets } from '#shared/secrets.ts';
import { minorUnitDigits } from '#shared/values/currencies.ts';
import { decimalPlaces } from '#shared/values/decimal.ts';
import { fail } from '#shared/values/errors.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { conversionErrors } from './errors.ts';
import type { BatchItemBody, ConversionResult } from './event-schema.ts';

type Warnings = NonNullable<ConversionResult['warnings']>;

/** Throws 413 for properties above the size limit. */
export async function parseConversionEvent(
  body: z.output<typeof BatchItemBody>,
  accountId: AccountId,
  { secrets }: { secrets: Secrets },
): Promise<{ event: ConversionEvent; warnings: Warnings }> {
  const sentProperties = isFields(body.properties) ? body.properties : undefined;
  const propertiesText = sentProperties ? JSON.stringify(sentProperties) : undefined;
  if (propertiesText && Buffer.byteLength(propertiesText) > maxPropertiesBytes) throw fail(conversionErrors.properties_too_large);
  const redacted = sentProperties ? redactPersonalData(sentProperties) : { properties: undefined, fields: [] };
  const properties = redacted.fields.length > 0 ? JSON.stringify(redacted.properties) : propertiesText;
  const sentUserId = body.external_user_id ?? undefined;
  const userId = sentUserId === undefined ? null : userIdOf(sentUserId);
  const consent = consentIn(body.consent);
  const event: ConversionEvent = {
    eventType: body.event_type,
    eventId: body.event_id,
    clickId: body.svc_click_id ?? '',
    value: body.value?.decimal ?? '0',
    currency: body.currency ?? 'USD',
    currencyGiven: Boolean(body.currency),
    ...(typeof body.occurred_at === 'number' && { occurredAt: body.occurred_at }),
    ...(userId !== null && { externalUserHash: await secrets.hashUser(accountId, userId) }),
    ...(properties !== undefined && { properties }),
    ...(consent && { consent }),
  };
  const warnings: Warnings = [
    ...(redacted.fields.length > 0 ? [{ code: 'pii_redacted' as const, fields: redacted.fields }] : []),
    // Retries are recognized by the event ID, so it stays unmasked.
    ...(looksPersonal(body.event_id) ? [{ code: 'pii_suspected' as const, fields: ['event_id'] }] : []),
    ...(isIncompleteId(body.event_id) ? [{ code: 'placeholder_suspected' as const, fields: ['event_id'] }] : []),
    ...(sentUserId !== undefined && userId === null ? [{ code: 'placeholder_ignored' as const, fields: ['external_user_id'] }] : []),
    ...(body.value?.wasText ? [{ code: 'value_from_text' as const, fields: ['value'] }] : []),
    ...(decimalPlaces(event.value) > minorUnitDigits(event.currency) ? [{ code: 'value_too_fine' as const, fields: ['value'] }] : []),
    // The funnel counts page views of the pixel only.
    ...(body.event_type === 'page_viewed' ? [{ code: 'page_viewed_from_server' as const, fields: ['event_type'] }] : []),
    ...(Array.isArray(body.properties) ? [{ code: 'empty_list_ignored' as const, fields: ['properties'] }] : []),
  ];
  return { event, warnings };
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
