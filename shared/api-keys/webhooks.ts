import * as z from 'zod';
import type { SamplesOf, SchemasOf, WebhookInputs, WebhookWords } from '#shared/messages/webhook-event-types.ts';

export const types = ['key.exposed'] as const;

export const data = () =>
  ({
    'key.exposed': z.object({
      key_id: z.string().meta({ description: 'Id of the key.' }),
      name: z.string().meta({ description: 'Name of the key.' }),
      last4: z.string().meta({ description: 'Last characters of the secret.' }),
      origin: z.string().nullable().meta({ description: 'The web page that used the key, or `null`.' }),
    }),
  }) satisfies SchemasOf<typeof types>;

export const samples = (): SamplesOf<typeof data> => ({
  'key.exposed': {
    key_id: 'key_EXAMPLE',
    name: 'Shop back end',
    last4: 'x9Kd',
    origin: 'https://shop.example',
  },
});

export const words: WebhookWords<typeof data> = {
  'key.exposed': ['A secret key was used from a web page', 'a web page sent a secret key. Replace the key.'],
};

declare module '#shared/messages/webhook-event-types.ts' {
  interface WebhookEventData extends WebhookInputs<typeof data> {}
}
