import { ConversionResult } from '#shared/conversions/event-schema.ts';

export const matchedExample = (event_id: string) => ({
  accepted: true,
  matched: true,
  duplicate: false,
  event_id,
  event_type: 'order_created',
  session_id: 's_4fTq0ZkJ8vW2nRxLmP7aBc',
  campaign: 'spring_sale',
  ad_group: 'running_shoes',
  ad_id: 'ad_42',
});

export const unmatchedExample = (event_id: string) =>
  ({
    accepted: true,
    matched: false,
    duplicate: false,
    event_id,
    event_type: 'order_created',
    reason: 'unknown_svc_click_id',
  }) as const;

export const conversionAnswer = {
  responses: { 200: ConversionResult, 202: ConversionResult },
  answers: {
    200: 'The event was accepted and attributed to an ad click, or repeats an accepted `event_id`.',
    202: 'The event was accepted but not attributed; `reason` says why.',
  },
} as const;
