import * as z from 'zod';
import type { SamplesOf, SchemasOf, WebhookInputs, WebhookWords } from '#shared/messages/webhook-event-types.ts';

export const types = ['credits.low'] as const;

export const data = () =>
  ({
    'credits.low': z.object({
      balance: z.int().meta({ description: 'Credits that are left.' }),
      threshold: z.int().meta({ description: 'Balance at which this event is sent.' }),
    }),
  }) satisfies SchemasOf<typeof types>;

export const samples = (): SamplesOf<typeof data> => ({
  'credits.low': { balance: 2, threshold: 2 },
});

export const words: WebhookWords<typeof data> = {
  'credits.low': ['The credit balance is low', 'spending took the balance to the threshold, or to zero.'],
};

declare module '#shared/messages/webhook-event-types.ts' {
  interface WebhookEventData extends WebhookInputs<typeof data> {}
}
