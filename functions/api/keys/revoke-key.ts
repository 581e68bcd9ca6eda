import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { exampleKey, KeyRecord, keyRecordOf } from '../key-schema.ts';
import { keyMail } from './key-mail.ts';

export const revokeKey = defineEndpoint({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/api/v1/pixel/keys/{id}',
  auth: 'user',
  needs: { keys },
  unknownFields: 'refused',
  summary: 'Revoke a key',
  description: 'It stops working within 60 seconds. Repeating the call changes nothing. Sessions and events stay.',
  params: z.object({ id: z.string().max(100) }),
  responses: { 200: KeyRecord },
  answers: {
    200: 'The key is revoked. It stops working within 60 seconds.',
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { id: exampleKey.id },
    responses: { 200: { ...exampleKey, revoked_at: '2026-11-21T10:00:00.000Z' } },
  },

  async handle({ params, actor }, { keys, now }) {
    const at = new Date(now()).toISOString();
    const activityEffect = await activity('key_revoked', actor.accountId, { key_id: params.id });
    const key = await keys.revoke(actor.accountId, params.id, (revokedKey) => [
      ...(revokedKey.kind !== 'public' ? [keyMail('secret_key_revoked', revokedKey, at)] : []),
      activityEffect,
    ]);
    if (!key) throw fail(serviceErrors.not_found);
    return ok(keyRecordOf(key, now()));
  },
});
