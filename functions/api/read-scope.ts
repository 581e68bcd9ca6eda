import * as z from 'zod';
import { normalizedTimeZone } from '#shared/accounts/rules/time-zone.ts';
import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import type { AccountSettingsStore } from '#shared/conversions/store/account-settings.ts';
import type { Actors } from '#shared/http/actors.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { Environment } from './key-schema.ts';

export const TimeZone = z
  .string()
  .max(64)
  .transform((text, context) => {
    const zone = normalizedTimeZone(text);
    if (zone) return zone;
    context.addIssue({ code: 'custom', message: 'An IANA time zone expected, such as Europe/Lisbon' });
    return z.NEVER;
  });

export const scopeFields = {
  environment: Environment.default('live').meta({
    description: 'Live or test events. They are never mixed.',
  }),
  pixel_key: z.string().max(100).optional().meta({
    description: 'Return only events of this public key: those with one of its clicks, and those sent with a secret key scoped to it.',
  }),
  time_zone: TimeZone.default('UTC').meta({
    description: 'The IANA time zone of the days, such as `Asia/Kolkata`.',
  }),
};

export const scopeAnswer = {
  environment: Environment,
  pixel_key: z.string().optional().meta({ description: 'The public key of the request.' }),
  time_zone: z.string().meta({ description: 'The IANA time zone of the days.' }),
};

export function reportScope<Q extends { environment: 'live' | 'test'; pixel_key?: string | undefined }>(
  actor: Actors['report'],
  query: Q,
): Q {
  if (!('readKey' in actor)) return query;
  const { environment, pixelKey } = actor.readKey;
  if (environment === 'live' && query.environment === 'test') throw fail(serviceErrors.forbidden);
  if (pixelKey === null) return { ...query, environment };
  if (query.pixel_key !== undefined && query.pixel_key !== pixelKey) throw fail(serviceErrors.forbidden);
  return { ...query, environment, pixel_key: pixelKey };
}

export async function pixelFilter(
  accountId: AccountId,
  { pixel_key: pixelKey, environment }: { pixel_key?: string | undefined; environment: 'live' | 'test' },
  keys: Pick<ApiKeys, 'ownPixel'>,
  where: 'query' | 'body' = 'query',
): Promise<(of: { pixelKey?: string | undefined }) => boolean> {
  if (pixelKey === undefined) return () => true;
  const problem = (msg: string) => invalid({ type: 'value_error', loc: [where, 'pixel_key'], msg });
  const pixel = await keys.ownPixel(accountId, pixelKey);
  if (!pixel) throw problem('No such public key in this account');
  if (pixel.environment !== environment) throw problem('This public key is of the other environment');
  return (of) => of.pixelKey === pixelKey;
}

/** A setting that was changed in another function holds at once, so it is read afresh. */
export const primaryEventTypeOf = async (
  accountId: AccountId,
  { accountSettings }: { accountSettings: AccountSettingsStore },
): Promise<string> => (await accountSettings.read(accountId)).primaryEventType;
