import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { isVerified } from '#shared/accounts/rules/users.ts';
import { activity } from '#shared/activity/activity.ts';
import { apiKeyErrors } from '#shared/api-keys/errors.ts';
import { keys } from '#shared/api-keys/needs.ts';
import {
  type ApiKey,
  defaultClickWindowDays,
  defaultReadKeyDays,
  keyPrefixes,
  maxKeys,
  maxReadKeyDays,
  readScopes,
} from '#shared/api-keys/rules/keys.ts';
import type { CompletedKeyRequest } from '#shared/api-keys/store/key-requests.ts';
import { defaultConversionTypes } from '#shared/conversions/rules/conversions.ts';
import { challenge } from '#shared/http/credentials.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { days } from '#shared/values/durations.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { newId, sha256 } from '#shared/values/ids.ts';
import { isPlain } from '#shared/values/plain-text.ts';
import { Environment, exampleKey, KeyKind, KeyRecord, keyRecordOf, Origin } from '../key-schema.ts';
import { keyMail } from './key-mail.ts';
import { keyRequestHeaders, keyRequestOf, keyRequestText, repeatedSecret, secretFor } from './key-request.ts';

export const createKey = defineEndpoint({
  id: 'createKey',
  method: 'POST',
  path: '/api/v1/pixel/keys',
  auth: 'user',
  needs: { keys },
  unknownFields: 'refused',
  summary: 'Create a key',
  description:
    `Only this response contains the key. Of a secret key only a hash is stored. An account can have ${maxKeys} active ` +
    'keys; one more is 409 `too_many_keys`. A live secret key needs an account with a verified e-mail address, phone ' +
    `number or identity-provider sign-in; all others do not. A read-only key (prefix rk_) reads reports, for spreadsheets and dashboards, and expires.\n\n${keyRequestText}`,
  headers: keyRequestHeaders,
  body: z
    .object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .refine(isPlain, 'Control characters are not allowed')
        .meta({ description: 'Your own name for the key.' }),
      kind: KeyKind.meta({ description: '`public` for the browser pixel, `secret` for the Conversion API.' }),
      environment: Environment,
      pixel_key: z.string().max(100).nullish().meta({ description: 'Scopes a secret key to this public key.' }),
      allowed_origins: z
        .array(Origin)
        .max(50)
        .nullish()
        .meta({ description: 'Of a public key: origins that can use it. An empty list allows all.' }),
      expires_in_days: z
        .int()
        .min(1)
        .max(maxReadKeyDays)
        .nullish()
        .meta({ description: `Of a read-only key: when it ends. ${defaultReadKeyDays} days if omitted.` }),
      scope: z.enum(readScopes).nullish().meta({
        description: 'Of a read-only key: `performance` lets it read the performance report too, which shows what ads cost.',
      }),
    })
    .meta({ id: 'CreateKeyRequest' }),
  responses: {
    201: KeyRecord.extend({
      key: z.string().meta({ description: 'The key. Keep it: it is not shown again.' }),
    }).meta({ id: 'NewKey' }),
  },
  errors: [
    accountErrors.verification_required,
    apiKeyErrors.too_many_keys,
    serviceErrors.idempotency_key_reused,
    serviceErrors.key_superseded,
  ],
  answers: {
    201: 'The key was created. This is the only response that holds a secret `key`: store it now.',
  },
  example: {
    body: { name: 'Shop back end', kind: 'secret', environment: 'live' },
    responses: { 201: { ...exampleKey, key: 'sk_live_EXAMPLE-shown-once-x9Kd' } },
  },

  async handle({ body, actor, header }, { keys, secrets, now }) {
    const problem = (field: string, msg: string) => invalid({ type: 'value_error', loc: ['body', field], msg });
    if (body.kind === 'public' && body.pixel_key) throw problem('pixel_key', 'A public key is not scoped to a pixel');
    if (body.kind !== 'read' && body.expires_in_days) throw problem('expires_in_days', 'Only a read-only key expires');
    if (body.kind !== 'read' && body.scope) throw problem('scope', 'Only a read-only key has a scope');
    if (body.kind !== 'public' && body.allowed_origins) throw problem('allowed_origins', 'Only a public key has origins');

    const { name, kind, environment, pixel_key = null, allowed_origins = null } = body;
    const expiresInDays = kind === 'read' ? (body.expires_in_days ?? defaultReadKeyDays) : null;
    const request = keyRequestOf(header, {
      accountId: actor.accountId,
      operation: 'create',
      asks: [
        name,
        kind,
        environment,
        pixel_key,
        allowed_origins,
        ...(expiresInDays === null ? [] : [expiresInDays]),
        // A request without a scope must keep the digest that it had before scopes existed.
        ...(body.scope ? [`scope ${body.scope}`] : []),
      ],
    });
    const repeated = async (completed: CompletedKeyRequest) => {
      const key = await repeatedSecret(request, completed, { keys, secrets });
      return reply(201, { ...keyRecordOf(completed.key, now()), key });
    };
    const completed = request && (await keys.completedRequest(request));
    // A repeated request is answered before the checks, whose results may have changed since the first
    // request.
    if (completed) return await repeated(completed);

    if (kind === 'secret' && environment === 'live' && !isVerified(actor.user)) throw fail(accountErrors.verification_required);
    if (body.pixel_key) {
      const pixel = await keys.ownPixel(actor.accountId, body.pixel_key);
      if (!pixel || pixel.revokedAt) throw problem('pixel_key', 'No such public key in this account');
      if (pixel.environment !== body.environment) throw problem('pixel_key', 'This public key is of the other environment');
    }

    const prefix = `${keyPrefixes[kind]}_${environment}_`;
    const key = await secretFor(prefix, request, secrets);
    const record: ApiKey = {
      id: newId('key'),
      accountId: actor.accountId,
      kind: body.kind,
      environment: body.environment,
      name: body.name,
      prefix,
      last4: key.slice(-4),
      sha256: sha256(key),
      pixelKey: body.kind === 'public' ? key : (body.pixel_key ?? null),
      ...(body.scope && { scope: body.scope }),
      sessionEpoch: actor.user.tokensValidAfter,
      createdAt: new Date(now()).toISOString(),
      ...(expiresInDays !== null && { expiresAt: new Date(now() + days(expiresInDays)).toISOString() }),
    };
    const settings =
      body.kind === 'public'
        ? {
            allowedOrigins: body.allowed_origins ?? [],
            conversionEventTypes: defaultConversionTypes,
            clickWindowDays: defaultClickWindowDays,
          }
        : null;
    const effects = [
      ...(kind !== 'public' ? [keyMail('secret_key_issued', record, record.createdAt)] : []),
      await activity('key_created', actor.accountId, { key_id: record.id, kind, environment }),
    ];
    const issue = await keys.issue(record, settings, effects, request);
    if (issue.outcome === 'session_ended') throw fail(serviceErrors.unauthenticated, challenge);
    if (issue.outcome === 'too_many') throw fail(apiKeyErrors.too_many_keys);
    if (issue.outcome === 'repeated') return await repeated(issue.completed);
    return reply(201, { ...keyRecordOf(record, now()), key });
  },
});
