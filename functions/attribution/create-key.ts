import * as z from 'zod';
import type { ApiKey } from '#shared/data/api-keys.ts';
import { defaultConversionTypes } from '#shared/domain/conversions.ts';
import { endpoint, reply } from '#shared/http/endpoint.ts';
import { invalid } from '#shared/http/errors.ts';
import { newApiKey, newId, sha256 } from '#shared/ids.ts';
import { keyMail } from './key-mail.ts';
import { Environment, exampleKey, KeyKind, KeyRecord, keyRecordOf, Origin } from './key-schema.ts';

const isPlain = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);

export const createKey = endpoint({
  id: 'createKey',
  method: 'POST',
  path: '/api/v1/pixel/keys',
  auth: 'user',
  cors: 'front_ends',
  summary: 'Create a key',
  description: 'A secret key is in this answer and in no other: only its hash is stored.',
  body: z
    .object({
      name: z.string().trim().min(1).max(100).refine(isPlain, 'Control characters are not allowed'),
      kind: KeyKind,
      environment: Environment,
      pixel_key: z
        .string()
        .max(100)
        .nullish()
        .meta({ description: 'Scopes a secret key to this public key.' }),
      allowed_origins: z
        .array(Origin)
        .max(50)
        .nullish()
        .meta({ description: 'Of a public key: origins that may use it. Empty: any.' }),
    })
    .meta({ id: 'CreateKeyRequest' }),
  responses: {
    201: KeyRecord.extend({
      key: z.string().meta({ description: 'The key. Keep it: it is not shown again.' }),
    }).meta({ id: 'NewKey' }),
  },
  answers: {
    201: 'The key was created. This is the only response that holds a secret `key`: store it now.',
  },
  example: {
    body: { name: 'Shop back end', kind: 'secret', environment: 'live' },
    responses: { 201: { ...exampleKey, key: 'sk_live_EXAMPLE-shown-once-x9Kd' } },
  },

  async handle({ body, actor }, { keys, now }) {
    const problem = (field: string, msg: string) =>
      invalid({ type: 'value_error', loc: ['body', field], msg });
    if (body.kind === 'public' && body.pixel_key)
      throw problem('pixel_key', 'Only a secret key is scoped to a pixel');
    if (body.kind === 'secret' && body.allowed_origins)
      throw problem('allowed_origins', 'Only a public key has origins');
    if (body.pixel_key) {
      const pixel = await keys.ownPixel(actor.userId, body.pixel_key);
      if (!pixel || pixel.revokedAt) throw problem('pixel_key', 'No such public key in this account');
      if (pixel.environment !== body.environment)
        throw problem('pixel_key', 'This public key is of the other environment');
    }

    const prefix = `${body.kind === 'public' ? 'pk' : 'sk'}_${body.environment}_`;
    const key = newApiKey(prefix);
    const record: ApiKey = {
      id: newId('key'),
      accountId: actor.userId,
      kind: body.kind,
      environment: body.environment,
      name: body.name,
      prefix,
      last4: key.slice(-4),
      sha256: sha256(key),
      pixelKey: body.kind === 'public' ? key : (body.pixel_key ?? null),
      createdAt: new Date(now()).toISOString(),
    };
    const settings =
      body.kind === 'public'
        ? {
            allowedOrigins: body.allowed_origins ?? [],
            conversionEventTypes: defaultConversionTypes,
            clickWindowDays: 30,
          }
        : null;
    await keys.issue(
      record,
      settings,
      body.kind === 'secret' ? [keyMail('secret_key_issued', record, record.createdAt)] : [],
    );
    return reply(201, { ...keyRecordOf(record, now()), key });
  },
});
