import { activity } from '#shared/activity/activity.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { ruleCacheSeconds } from '#shared/clicks/needs.ts';
import { destinations } from '#shared/destinations/needs.ts';
import { challenge } from '#shared/http/credentials.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { DestinationRecord, destinationAnswer, holdsFromField, NetworkPath } from './destination-schema.ts';
import { holdsFrom } from './holds-from.ts';

export const deleteDestination = defineEndpoint({
  id: 'deleteDestination',
  method: 'DELETE',
  path: '/api/v1/destinations/{network}',
  auth: 'user',
  needs: { destinations, keys, ruleCacheSeconds },
  unknownFields: 'refused',
  summary: 'Delete a destination',
  description:
    'Removes the settings of a network, which then is `off`. Match keys that were kept end by their time, after nine days. Safe to repeat.',
  params: NetworkPath,
  responses: { 200: DestinationRecord.extend(holdsFromField).meta({ id: 'DeletedDestination' }) },
  example: {
    params: { network: 'meta' },
    responses: { 200: { ...destinationAnswer('meta', null), holds_from: '2026-11-30T09:30:31.000Z' } },
  },

  async handle({ params: { network }, actor: { accountId, user } }, { destinations, keys, ...deps }) {
    const effects = [await activity('destination_deleted', accountId, { network })];
    const change = await destinations.change(accountId, network, null, { sessionEpoch: user.tokensValidAfter, effects });
    if (!change) throw fail(serviceErrors.unauthenticated, challenge);
    await keys.copyCollecting(accountId, change.collecting);
    return ok({ ...destinationAnswer(network, null), ...holdsFrom(deps) });
  },
});
