import { declaredErrors } from '#shared/values/declared-errors.ts';

export const webhookErrors = /* @__PURE__ */ declaredErrors({
  too_many_webhook_endpoints: [
    409,
    'This account has reached the limit of 10 webhook endpoints. Delete one, then retry the same request.',
    { operation: 'deleteWebhookEndpoint', title: 'Delete a webhook endpoint', page: '/console/webhooks' },
  ],
  webhook_endpoint_disabled: [
    409,
    'This webhook endpoint is disabled. Enable it, then retry the same request.',
    { operation: 'changeWebhookEndpoint', title: 'Enable the webhook endpoint', page: '/console/webhooks' },
  ],
});
