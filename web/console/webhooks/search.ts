export type WebhooksSearch = { endpoint?: string; undelivered?: true };

export const webhooksSearch = ({ endpoint, undelivered }: Record<string, unknown>): WebhooksSearch => ({
  ...(typeof endpoint === 'string' && /^whe_\w{1,64}$/.test(endpoint) && { endpoint }),
  ...(undelivered === true && { undelivered: true as const }),
});
