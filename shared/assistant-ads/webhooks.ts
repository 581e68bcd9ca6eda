import * as z from 'zod';
import type { SamplesOf, SchemasOf, WebhookInputs, WebhookWords } from '#shared/messages/webhook-event-types.ts';

export const types = ['report.ready'] as const;

export const data = () =>
  ({
    'report.ready': z.object({
      ad_account_id: z.string().meta({ description: 'Id of the assistant ad account.' }),
      ad_account_name: z.string().meta({ description: 'Name of the assistant ad account.' }),
      day: z.iso.date().meta({ description: 'Day of the report.' }),
      headline: z.string().meta({ description: 'The report in one sentence.' }),
      problems: z.int().meta({ description: 'Number of problems in the report that need you.' }),
    }),
  }) satisfies SchemasOf<typeof types>;

export const samples = (): SamplesOf<typeof data> => ({
  'report.ready': {
    ad_account_id: 'act_1',
    ad_account_name: 'Northwind',
    day: '2026-11-20',
    headline: 'More clicks for less: trail shoes carry the week.',
    problems: 1,
  },
});

export const words: WebhookWords<typeof data> = {
  'report.ready': ['A daily report is ready', 'the daily report of your assistant ads is made.'],
};

declare module '#shared/messages/webhook-event-types.ts' {
  interface WebhookEventData extends WebhookInputs<typeof data> {}
}
