import * as z from 'zod';
import { namedUser } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { defaultIngestLimit, ingestLimits } from '#shared/conversions/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { exampleIngestLimits, IngestLimitsRecord, ingestLimitsRecordOf } from './ingest-limits-schema.ts';

export const readIngestLimits = defineEndpoint({
  id: 'readIngestLimits',
  method: 'GET',
  path: '/api/v1/dev/ingest-limits',
  auth: 'operator',
  needs: { audit, defaultIngestLimit, ingestLimits, users },
  summary: 'Retrieve the ingest limits of an account',
  description:
    'Returns how many events each secret key of the account can send, and the values set for the account. Every access is recorded.',
  query: z.object({ user_id: z.coerce.number().int().min(1) }),
  responses: { 200: IngestLimitsRecord },
  errors: ['not_found'],
  example: {
    query: { user_id: exampleIngestLimits.user_id },
    responses: { 200: exampleIngestLimits },
  },

  async handle({ query, actor: { by } }, { users, ingestLimits, defaultIngestLimit, audit }) {
    const { id } = await namedUser(query, users);
    await audit.record({ actor: by, action: 'read_ingest_limits', userId: ownAccountOf(id) });
    const accountLimits = await ingestLimits.byAccount(ownAccountOf(id), { consistent: true });
    return ok(ingestLimitsRecordOf(id, accountLimits, defaultIngestLimit));
  },
});
