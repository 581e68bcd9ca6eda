import { ConversionEventBody } from '#shared/conversions/event-schema.ts';
import { clickIdOf } from '#shared/conversions/rules/click-id.ts';
import { eventFields, fieldsIn } from '#shared/conversions/rules/fields.ts';
import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { userIdOf } from '#shared/conversions/rules/placeholders.ts';
import { maxKeptBytes } from '#shared/event-log/rules/limits.ts';
import type { Secrets } from '#shared/secrets.ts';
import { readText, type TextForm } from '#shared/store/stored-form.ts';
import type { Problem } from '#shared/values/errors.ts';
import { depthOf, isRawNumber, parseExactly } from '#shared/values/json.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Fields = Record<string, unknown>;
export type KeptPayload = {
  fields: Fields;
  externalUserHash?: string;
  problems?: readonly Problem[];
  fromBatch?: true;
};

const maxDepth = 40;
/** The payload keeps only a hash of the user. */
const loggedNames = fieldsIn('inReplay').filter((name) => eventFields[name].personal !== 'hashed');

export async function keptPayload(
  sentFields: Fields,
  accountId: AccountId,
  { secrets }: { secrets: Secrets },
  batch?: { problems: readonly Problem[] },
): Promise<string | undefined> {
  const loggedFields = Object.fromEntries(loggedNames.flatMap((name) => (name in sentFields ? [[name, sentFields[name]]] : [])));
  // Values may be very deep or long, so they are measured first.
  if (depthOf(loggedFields, maxDepth) >= maxDepth || isTooLong(JSON.stringify(loggedFields))) return undefined;
  const fields = Object.fromEntries(Object.entries(loggedFields).map(([name, value]) => [name, masked(name, value)]));
  const userId = sentFields.external_user_id ?? undefined;
  const isUserId = ConversionEventBody.shape.external_user_id.safeParse(userId).success;
  if (!isUserId) fields.external_user_id = false;
  const knownId = isUserId && typeof userId === 'string' ? userIdOf(userId) : null;
  const text = JSON.stringify({
    fields,
    ...(knownId !== null && { externalUserHash: await secrets.hashUser(accountId, knownId) }),
    ...(batch && { fromBatch: true, problems: batch.problems }),
  } satisfies KeptPayload);
  return isTooLong(text) ? undefined : text;
}

const forms: TextForm<KeptPayload>[] = [{ form: 1, read: (text) => parseExactly(text) as KeptPayload }];

export const parsedPayload = (text: string): KeptPayload => readText(forms, text, 'a rejected event');

const isTooLong = (text: string) => Buffer.byteLength(text) > maxKeptBytes;

function masked(name: string, value: unknown): unknown {
  if (name === 'value' && (typeof value === 'number' || isRawNumber(value))) return value;
  if (name === 'event_id' && typeof value === 'string') return value;
  if (name === 'svc_click_id' && typeof value === 'string') return clickIdOf(value);
  return redactPersonalData({ [name]: value }).properties[name];
}
