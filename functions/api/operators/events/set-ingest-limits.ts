import * as z from 'zod';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { defaultIngestLimit, ingestLimits } from '#shared/conversions/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { GivenReason, reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { exampleIngestLimits, IngestLimitsRecord, ingestLimitsRecordOf } from './ingest-limits-schema.ts';

export const setIngestLimits = defineEndpoint({
  id: 'setIngestLimits',
  method: 'PUT',
  path: '/api/v1/dev/ingest-limits',
  auth: 'operator',
  needs: { audit, defaultIngestLimit, ingestLimits, users },
  summary: 'Set the ingest limits of an account',
  description:
    'Applies to each secret key of the account, within 60 seconds. `null` resets a field to the default ' +
    '(`INGEST_EVENTS_PER_SECOND`, `INGEST_BURST`). The limit is read only for busy keys: for others, the `RateLimit` headers show the default.',
  body: z
    .object({
      ...userNaming,
      events_per_second: z.int().min(1).max(10_000).nullable().meta({ description: 'The sustained rate of each secret key.' }),
      burst: z
        .int()
        .min(1000)
        .max(100_000)
        .nullable()
        .meta({ description: 'Number of events that a key can send at once. At least a full batch.' }),
      reason: GivenReason,
    })
    .meta({ id: 'SetIngestLimitsRequest' }),
  check: namesOneUser,
  responses: { 200: IngestLimitsRecord },
  errors: [serviceErrors.not_found],
  example: {
    body: {
      email: 'ada@northwind.example',
      events_per_second: 1000,
      burst: null,
      reason: 'Black Friday sale',
    },
    responses: { 200: exampleIngestLimits },
  },

  async handle({ body, actor }, { users, audit, ingestLimits, defaultIngestLimit }) {
    const { id } = await namedUser(body, users);
    const { events_per_second, burst, reason } = body;
    const accountLimits = { eventsPerSecond: events_per_second, burst };
    const isSet = await users.transactOrConflict([
      ...ingestLimits.setParts(ownAccountOf(id), accountLimits),
      ...audit.parts({
        actor: actor.by,
        action: 'set_ingest_limits',
        userId: ownAccountOf(id),
        details: { events_per_second, burst, ...reasonDetails(reason) },
      }),
    ]);
    if (!isSet) throw fail(serviceErrors.unavailable);
    return ok(ingestLimitsRecordOf(id, accountLimits, defaultIngestLimit));
  },
});
