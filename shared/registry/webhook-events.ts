import * as apiKeys from '#shared/api-keys/webhooks.ts';
import * as assistantAds from '#shared/assistant-ads/webhooks.ts';
import * as competitors from '#shared/competitors/webhooks.ts';
import * as conversions from '#shared/conversions/webhooks.ts';
import * as credits from '#shared/credits/webhooks.ts';
import type { WebhookEventData, WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import * as reconciliation from '#shared/reconciliation/webhooks.ts';
import * as spend from '#shared/spend/webhooks.ts';

/** The order is that of OpenAPI. */
export const webhookEventTypes: readonly WebhookEventType[] = [
  ...conversions.types,
  ...apiKeys.types,
  ...assistantAds.types,
  ...credits.types,
  ...spend.types,
  ...reconciliation.types,
  ...competitors.types,
];

export const webhookSamples = (): Readonly<WebhookEventData> => ({
  ...conversions.samples(),
  ...apiKeys.samples(),
  ...assistantAds.samples(),
  ...credits.samples(),
  ...spend.samples(),
  ...reconciliation.samples(),
  ...competitors.samples(),
});

export const webhookSchemas = () => ({
  ...conversions.data(),
  ...apiKeys.data(),
  ...assistantAds.data(),
  ...credits.data(),
  ...spend.data(),
  ...reconciliation.data(),
  ...competitors.data(),
});

export const webhookWords = () => ({
  ...conversions.words,
  ...apiKeys.words,
  ...assistantAds.words,
  ...credits.words,
  ...spend.words,
  ...reconciliation.words,
  ...competitors.words,
});
