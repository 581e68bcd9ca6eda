import * as z from 'zod';
import type { WebhookEventType } from './webhook-event-types.ts';

const day = z.iso.date();
const time = z.iso.datetime();
const decimal = z.string().meta({ description: 'Exact decimal.' });

const order = {
  event_id: z.string(),
  event_type: z.string(),
  value: decimal,
  currency: z.string(),
  occurred_at: time,
  received_at: time,
  campaign: z.string().optional(),
  ad_group: z.string().optional(),
  ad_id: z.string().optional(),
  clicked_at: time.optional().meta({ description: 'When the ad was clicked.' }),
  pixel_key: z.string().optional(),
  matched_by: z.literal('external_user_id').optional().meta({
    description: 'Only if the click was found by the user of the event and not by its click ID.',
  }),
  counted: z.boolean().meta({ description: 'Whether the event is in the conversion totals.' }),
};
const countedEvent = z.object({ event_type: z.string(), value: decimal, currency: z.string() });

export const webhookEventData = {
  'conversion.attributed': z.object(order),
  'conversion.matched_late': z.object({
    ...order,
    matched_at: time.meta({ description: 'When the click was found.' }),
    reason: z.string().optional().meta({ description: 'Why the event had no click before.' }),
  }),
  'conversion.conflict': z.object({
    event_id: z.string(),
    fields: z.array(z.string()).meta({ description: 'Fields that differ.' }),
    accepted: countedEvent.meta({ description: 'What is stored.' }),
    sent: countedEvent.meta({ description: 'What was sent again, and was not stored.' }),
    stored_as: z.string().optional().meta({
      description: 'The `event_id` under which the second event was stored, if it was.',
    }),
    key_id: z.string().meta({ description: 'Key that sent it.' }),
  }),
  'key.exposed': z.object({
    key_id: z.string().meta({ description: 'Id of the key.' }),
    name: z.string().meta({ description: 'Name of the key.' }),
    last4: z.string().meta({ description: 'Last characters of the secret.' }),
    origin: z.string().nullable().meta({ description: 'The web page that used the key, or `null`.' }),
  }),
  'report.ready': z.object({
    ad_account_id: z.string().meta({ description: 'Id of the assistant ad account.' }),
    ad_account_name: z.string().meta({ description: 'Name of the assistant ad account.' }),
    day: day.meta({ description: 'Day of the report.' }),
    headline: z.string().meta({ description: 'The report in one sentence.' }),
    problems: z.int().meta({ description: 'Number of problems in the report that need you.' }),
  }),
  'credits.low': z.object({
    balance: z.int().meta({ description: 'Credits that are left.' }),
    threshold: z.int().meta({ description: 'Balance at which this event is sent.' }),
  }),
  'spend.stopped': z.object({
    network: z.string().meta({ description: 'Network of the ad account.' }),
    account: z.string().meta({ description: 'Your ID or name for the ad account, as imports have it.' }),
    last_day: day.meta({ description: 'The last of seven days, or more, with spend on each.' }),
    last_day_spend: decimal,
    currency: z.string(),
    stopped_on: day.meta({ description: 'The first complete day of the import or download without spend.' }),
  }),
  'reconciliation.coverage_low': z.object({
    reconciliation_id: z.string(),
    from: day.meta({ description: 'First day of the orders.' }),
    to: day.meta({ description: 'Last day of the orders, included.' }),
    orders: z.int().meta({ description: 'Number of orders that are not excluded.' }),
    arrived: z.int().meta({ description: 'Number of them that arrived as events.' }),
    missing: z.int().meta({ description: 'Number of orders without any event or attempt.' }),
    rejected: z.int().meta({ description: 'Number of orders whose attempts were all rejected.' }),
    coverage: z.number().meta({ description: 'Share of the orders that arrived, from 0 to 1.' }),
    bound: z.number().meta({ description: 'The coverage under which this event is sent, from 0 to 1.' }),
  }),
  'discovery.completed': z.object({
    task_id: z.string(),
    company_website: z.string(),
    source: z.string().meta({ description: 'How the competitors were found.' }),
    competitors: z.int().meta({ description: 'Number of competitors.' }),
  }),
} as const satisfies Record<WebhookEventType, z.ZodObject>;

export type WebhookData<T extends WebhookEventType> = z.input<(typeof webhookEventData)[T]>;
