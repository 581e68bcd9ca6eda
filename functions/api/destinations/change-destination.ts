import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { ruleCacheSeconds } from '#shared/clicks/needs.ts';
import { destinations } from '#shared/destinations/needs.ts';
import { challenge } from '#shared/http/credentials.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import {
  ConsentDefault,
  DestinationRecord,
  destinationAnswer,
  exampleDestination,
  holdsFromField,
  NetworkPath,
  PhoneCountry,
  State,
} from './destination-schema.ts';
import { holdsFrom } from './holds-from.ts';

export const changeDestination = defineEndpoint({
  id: 'changeDestination',
  method: 'PUT',
  path: '/api/v1/destinations/{network}',
  auth: 'user',
  needs: { destinations, keys, ruleCacheSeconds },
  unknownFields: 'refused',
  summary: 'Switch a destination',
  description:
    'Replaces the settings of a network. While a destination is `collecting`, `user_data` of events is kept as hashes for nine days where the person consented, and clicks keep their user agent and landing address. ' +
    'Nothing is sent to the network. A change applies to events and clicks that arrive from `holds_from` on, at most 60 seconds later. The same request again changes nothing: after a failure, send it again.',
  params: NetworkPath,
  body: z
    .object({
      state: State,
      consent_default: ConsentDefault,
      phone_country: PhoneCountry,
    })
    .meta({ id: 'ChangeDestinationRequest' }),
  responses: { 200: DestinationRecord.extend(holdsFromField).meta({ id: 'ChangedDestination' }) },
  example: {
    params: { network: 'meta' },
    body: { state: 'collecting', consent_default: { US: 'granted' }, phone_country: 'US' },
    responses: { 200: { ...exampleDestination, holds_from: '2026-11-30T09:30:31.000Z' } },
  },

  async handle({ params: { network }, body, actor: { accountId, user } }, { destinations, keys, ...deps }) {
    const { state } = body;
    const [consentDefault, phoneCountry] = [body.consent_default ?? {}, body.phone_country ?? null];
    const details = { network, state, consent_default: Object.keys(consentDefault).sort().join(', ') };
    const effects = [await activity('destination_changed', accountId, details)];
    const settings = { state, consentDefault, phoneCountry };
    const change = await destinations.change(accountId, network, settings, { sessionEpoch: user.tokensValidAfter, effects });
    if (!change) throw fail(serviceErrors.unauthenticated, challenge);
    await keys.copyCollecting(accountId, change.collecting);
    return ok({ ...destinationAnswer(network, change.destination), ...holdsFrom(deps) });
  },
});
