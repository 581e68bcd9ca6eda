import * as z from 'zod';
import { keys } from '#shared/api-keys/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { exampleKey, KeyRecord, keyRecordOf } from '../key-schema.ts';

export const listKeys = defineEndpoint({
  id: 'listKeys',
  method: 'GET',
  path: '/api/v1/pixel/keys',
  auth: 'view',
  needs: { keys },
  summary: 'List keys',
  description: "Returns the account's keys, newest first. A secret is never returned again; `prefix` and `last4` identify the key.",
  responses: {
    200: z.object({ keys: z.array(KeyRecord).meta({ description: 'The keys, newest first.' }) }).meta({ id: 'Keys' }),
  },
  example: { responses: { 200: { keys: [exampleKey] } } },

  async handle({ actor }, { keys, now }) {
    const listed = await keys.list(actor.accountId);
    return ok({ keys: listed.map((key) => keyRecordOf(key, now())) });
  },
});
