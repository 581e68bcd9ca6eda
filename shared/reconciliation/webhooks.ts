import * as z from 'zod';
import type { SamplesOf, SchemasOf, WebhookInputs, WebhookWords } from '#shared/messages/webhook-event-types.ts';

export const types = ['reconciliation.coverage_low'] as const;

export const data = () =>
  ({
    'reconciliation.coverage_low': z.object({
      reconciliation_id: z.string(),
      from: z.iso.date().meta({ description: 'First day of the orders.' }),
      to: z.iso.date().meta({ description: 'Last day of the orders, included.' }),
      orders: z.int().meta({ description: 'Number of orders that are not excluded.' }),
      arrived: z.int().meta({ description: 'Number of them that arrived as events.' }),
      missing: z.int().meta({ description: 'Number of orders without any event or attempt.' }),
      rejected: z.int().meta({ description: 'Number of orders whose attempts were all rejected.' }),
      coverage: z.number().meta({ description: 'Share of the orders that arrived, from 0 to 1.' }),
      bound: z.number().meta({ description: 'The coverage under which this event is sent, from 0 to 1.' }),
    }),
  }) satisfies SchemasOf<typeof types>;

export const samples = (): SamplesOf<typeof data> => ({
  'reconciliation.coverage_low': {
    reconciliation_id: 'recon_EXAMPLE',
    from: '2026-11-01',
    to: '2026-11-20',
    orders: 1000,
    arrived: 863,
    missing: 130,
    rejected: 7,
    coverage: 0.863,
    bound: 0.9,
  },
});

export const words: WebhookWords<typeof data> = {
  'reconciliation.coverage_low': [
    'Many orders of the shop are missing',
    'a file of at least 20 orders has a coverage under your bound: too few of its orders arrived as events. Sent once for each reconciliation.',
  ],
};

declare module '#shared/messages/webhook-event-types.ts' {
  interface WebhookEventData extends WebhookInputs<typeof data> {}
}
