import * as z from 'zod';
import { destinations } from '#shared/destinations/needs.ts';
import { networks } from '#shared/destinations/rules/destination.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { DestinationRecord, destinationAnswer, exampleDestination } from './destination-schema.ts';

export const listDestinations = defineEndpoint({
  id: 'listDestinations',
  method: 'GET',
  path: '/api/v1/destinations',
  auth: 'user',
  needs: { destinations },
  summary: 'List destinations',
  description: 'Returns every network, also those that were never set, which are `off`.',
  responses: {
    200: z.object({ destinations: z.array(DestinationRecord).meta({ description: 'One per network.' }) }).meta({ id: 'Destinations' }),
  },
  example: {
    responses: {
      200: { destinations: [exampleDestination, destinationAnswer('google_ads', null), destinationAnswer('openai_ads', null)] },
    },
  },

  async handle({ actor }, { destinations }) {
    const stored = await destinations.list(actor.accountId);
    const find = (network: string) => stored.find((destination) => destination.network === network) ?? null;
    return ok({ destinations: networks.map((network) => destinationAnswer(network, find(network))) });
  },
});
