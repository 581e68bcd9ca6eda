export const webhookEventTypes = [
  'conversion.attributed',
  'conversion.matched_late',
  'conversion.conflict',
  'key.exposed',
  'report.ready',
  'credits.low',
  'spend.stopped',
  'reconciliation.coverage_low',
  'discovery.completed',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
