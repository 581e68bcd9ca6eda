import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { apiKeyErrors } from '#shared/api-keys/errors.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { type ApiKey, maxGraceSeconds } from '#shared/api-keys/rules/keys.ts';
import type { CompletedKeyRequest } from '#shared/api-keys/store/key-requests.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { sha256 } from '#shared/values/ids.ts';
import { exampleKey, KeyRecord, keyRecordOf } from '../key-schema.ts';
import { rotationMail } from './key-mail.ts';
import { keyRequestHeaders, keyRequestOf, keyRequestText, repeatedSecret, secretFor } from './key-request.ts';

export const rotateKey = defineEndpoint({
  id: 'rotateKey',
  method: 'POST',
  path: '/api/v1/pixel/keys/{id}/rotate',
  auth: 'user',
  needs: { keys },
  unknownFields: 'refused',
  summary: 'Rotate a secret key',
  description:
    'Id, name and scope stay the same. Only this response contains the new secret. The earlier secret works for another `grace_seconds`; with 0 (an exposed key) it stops within 60 seconds. If a key is rotated again during a grace period, every older secret ends with the newest grace period, or sooner if an earlier rotation set an earlier end. At most ten older secrets work at a time. Of two simultaneous rotations one succeeds and the other returns 409. Revoking the key ends all its secrets. A public key cannot be rotated, because pages contain it.' +
    `\n\n${keyRequestText}`,
  headers: keyRequestHeaders,
  params: z.object({ id: z.string().max(100) }),
  body: z
    .object({
      grace_seconds: z
        .int()
        .min(0)
        .max(maxGraceSeconds)
        .nullish()
        .meta({ description: 'Number of seconds that the earlier secret keeps working. Default: 0.' }),
    })
    .meta({ id: 'RotateKeyRequest' }),
  responses: {
    200: KeyRecord.extend({
      key: z.string().meta({ description: 'The new secret. Keep it: it is not shown again.' }),
      previous_expires_at: z.iso.datetime().meta({ description: 'Latest time at which the earlier secret stops.' }),
    }).meta({ id: 'RotatedKey' }),
  },
  answers: {
    200: 'The key has a new secret. This is the only response that holds it: store it now.',
  },
  errors: [
    serviceErrors.not_found,
    apiKeyErrors.not_rotatable,
    apiKeyErrors.rotated_meanwhile,
    serviceErrors.idempotency_key_reused,
    serviceErrors.key_superseded,
  ],
  example: {
    params: { id: exampleKey.id },
    body: { grace_seconds: 86_400 },
    responses: {
      200: {
        ...exampleKey,
        last4: 'q2Tz',
        rotated_at: '2026-11-21T10:00:00.000Z',
        key: 'sk_live_EXAMPLE-shown-once-q2Tz',
        previous_expires_at: '2026-11-22T10:00:00.000Z',
      },
    },
  },

  async handle({ params, body, actor, header }, { keys, secrets, now }) {
    const graceSeconds = body.grace_seconds ?? 0;
    const request = keyRequestOf(header, {
      accountId: actor.accountId,
      operation: 'rotate',
      asks: [params.id, graceSeconds],
    });
    const answer = (key: ApiKey, secret: string, previousEndsAt: string) =>
      ok({ ...keyRecordOf(key, now()), key: secret, previous_expires_at: previousEndsAt });
    const repeated = async (completed: CompletedKeyRequest) => {
      const secret = await repeatedSecret(request, completed, { keys, secrets });
      return answer(completed.key, secret, completed.previousEndsAt ?? '');
    };
    const completed = request && (await keys.completedRequest(request));
    if (completed) return await repeated(completed);

    const activityEffect = await activity('key_rotated', actor.accountId, { key_id: params.id });
    let secret = '';
    const rotation = await keys.rotate(
      actor.accountId,
      params.id,
      async ({ prefix }) => {
        secret = await secretFor(prefix, request, secrets);
        return { sha256: sha256(secret), last4: secret.slice(-4) };
      },
      { graceSeconds, effectsOf: (...rotation) => [rotationMail(...rotation), activityEffect], request },
    );
    switch (rotation.outcome) {
      case 'rotated':
        return answer(rotation.key, secret, rotation.previousEndsAt);
      case 'repeated':
        return await repeated(rotation.completed);
      case 'not_found':
        throw fail(serviceErrors.not_found);
      case 'changed':
        throw fail(apiKeyErrors.rotated_meanwhile);
      case 'public':
        throw fail(apiKeyErrors.not_rotatable, {
          detail: 'A public key cannot be rotated: the pages that carry it would stop. Issue a new one, then revoke it.',
        });
      case 'revoked':
        throw fail(apiKeyErrors.not_rotatable, { detail: 'This key is revoked. Issue a new one.' });
    }
  },
});
