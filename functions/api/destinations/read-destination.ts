import { destinations } from '#shared/destinations/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { DestinationRecord, destinationAnswer, exampleDestination, NetworkPath } from './destination-schema.ts';

export const readDestination = defineEndpoint({
  id: 'readDestination',
  method: 'GET',
  path: '/api/v1/destinations/{network}',
  auth: 'user',
  needs: { destinations },
  summary: 'Retrieve a destination',
  description: 'Returns the settings of a network. A network that was never set is `off`.',
  params: NetworkPath,
  responses: { 200: DestinationRecord },
  example: { params: { network: 'meta' }, responses: { 200: exampleDestination } },

  async handle({ params: { network }, actor }, { destinations }) {
    return ok(destinationAnswer(network, await destinations.find(actor.accountId, network)));
  },
});
