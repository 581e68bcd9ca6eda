import * as z from 'zod';
import {
  type Destination,
  type DestinationState,
  destinationStates,
  type Network,
  networks,
} from '#shared/destinations/rules/destination.ts';
import { isCountry } from '#shared/values/country.ts';

export const NetworkPath = z.object({
  network: z.enum(networks).meta({ description: 'The network that sells the ads.' }),
});

/** Sending comes with the senders of the networks. */
const states = `\`${destinationStates.join('` or `')}\` expected. Sending to a network (\`active\`, \`paused\`) is not available yet`;
export const State = z.enum(destinationStates, { error: states }).meta({
  description:
    '`collecting`: consent and match keys of events and clicks are kept, and nothing is sent. `off`: nothing is kept. Sending is not available yet.',
});

const noCountry = 'A country expected (ISO 3166-1 alpha-2), such as US';
/** A misspelled country, such as UK, would silently keep nothing. */
const country = () => z.string().refine(isCountry, { error: noCountry });

const descriptions = {
  network: 'The network that sells the ads.',
  consent_default:
    'Countries in which consent that nobody gave or refused counts as granted, such as `{"US": "granted"}`. The country is that of the click. Elsewhere unknown consent keeps nothing.',
  phone_country: 'The country of phone numbers that are sent without a country code. `null`: such numbers are dropped.',
};

export const ConsentDefault = z
  .record(z.string(), z.literal('granted', { error: '`granted` expected' }))
  .superRefine((countries, context) => {
    for (const code of Object.keys(countries)) if (!isCountry(code)) context.addIssue({ code: 'custom', path: [code], message: noCountry });
  })
  .nullish()
  .meta({ description: descriptions.consent_default });

export const PhoneCountry = country().nullish().meta({ description: descriptions.phone_country });

export const DestinationRecord = z
  .object({
    network: z.enum(networks).meta({ description: descriptions.network }),
    state: z.enum(destinationStates).meta({ description: '`collecting`: consent and match keys are kept. `off`: nothing is kept.' }),
    consent_default: z.record(z.string(), z.literal('granted')).meta({ description: descriptions.consent_default }),
    phone_country: z.string().nullable().meta({ description: descriptions.phone_country }),
    collecting_since: z.iso.datetime().nullable().meta({ description: 'Since when it collects. `null` while it is off.' }),
    created_at: z.iso.datetime().nullable().meta({ description: '`null` for a destination that was never set.' }),
    updated_at: z.iso.datetime().nullable().meta({ description: 'When its settings changed last.' }),
  })
  .meta({ id: 'Destination' });

export const holdsFromField = {
  holds_from: z.iso.datetime().meta({ description: 'Events and clicks that arrive from this time on follow the change.' }),
};

export const destinationAnswer = (network: Network, destination: Destination | null): z.input<typeof DestinationRecord> => ({
  network,
  state: destination?.state ?? ('off' satisfies DestinationState),
  consent_default: { ...destination?.consentDefault },
  phone_country: destination?.phoneCountry ?? null,
  collecting_since: destination?.collectingSince ?? null,
  created_at: destination?.createdAt ?? null,
  updated_at: destination?.updatedAt ?? null,
});

export const exampleDestination: z.input<typeof DestinationRecord> = {
  network: 'meta',
  state: 'collecting',
  consent_default: { US: 'granted' },
  phone_country: 'US',
  collecting_since: '2026-11-30T09:30:00.000Z',
  created_at: '2026-11-30T09:30:00.000Z',
  updated_at: '2026-11-30T09:30:00.000Z',
};
