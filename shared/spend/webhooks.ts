import * as z from 'zod';
import type { SamplesOf, SchemasOf, WebhookInputs, WebhookWords } from '#shared/messages/webhook-event-types.ts';

export const types = ['spend.stopped'] as const;

const decimal = () => z.string().meta({ description: 'Exact decimal.' });

export const data = () =>
  ({
    'spend.stopped': z.object({
      network: z.string().meta({ description: 'Network of the ad account.' }),
      account: z.string().meta({ description: 'Your ID or name for the ad account, as imports have it.' }),
      last_day: z.iso.date().meta({ description: 'The last of seven days, or more, with spend on each.' }),
      last_day_spend: decimal(),
      currency: z.string(),
      stopped_on: z.iso.date().meta({ description: 'The first complete day of the import or download without spend.' }),
    }),
  }) satisfies SchemasOf<typeof types>;

export const samples = (): SamplesOf<typeof data> => ({
  'spend.stopped': {
    network: 'google_ads',
    account: '123-456-7890',
    last_day: '2026-11-19',
    last_day_spend: '84.20',
    currency: 'USD',
    stopped_on: '2026-11-20',
  },
});

export const words: WebhookWords<typeof data> = {
  'spend.stopped': [
    'The spend of an ad account stopped',
    'an ad account with spend on each of seven days has none on a later complete day of its newest import or download. Sent once until spend returns.',
  ],
};

declare module '#shared/messages/webhook-event-types.ts' {
  interface WebhookEventData extends WebhookInputs<typeof data> {}
}
