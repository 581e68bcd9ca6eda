import * as z from 'zod';
import type { SamplesOf, SchemasOf, WebhookInputs, WebhookWords } from '#shared/messages/webhook-event-types.ts';

export const types = ['discovery.completed'] as const;

export const data = () =>
  ({
    'discovery.completed': z.object({
      task_id: z.string(),
      company_website: z.string(),
      source: z.string().meta({ description: 'How the competitors were found.' }),
      competitors: z.int().meta({ description: 'Number of competitors.' }),
    }),
  }) satisfies SchemasOf<typeof types>;

export const samples = (): SamplesOf<typeof data> => ({
  'discovery.completed': {
    task_id: 'task_EXAMPLE',
    company_website: 'https://northwind.example/',
    source: 'direct_web_search',
    competitors: 12,
  },
});

export const words: WebhookWords<typeof data> = {
  'discovery.completed': ['A discovery is done', 'a discovery of competitors is done.'],
};

declare module '#shared/messages/webhook-event-types.ts' {
  interface WebhookEventData extends WebhookInputs<typeof data> {}
}
