import type { Env } from '#shared/env.ts';
import type { Secrets } from '#shared/secrets.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import { webhookChannel } from './webhook-channel.ts';

/** The internal channel, as the configuration says. */
export const channelOf = (env: Env, secrets: Pick<Secrets, 'ofVendor'>) =>
  webhookChannel({
    call: vendorCall({ vendor: 'channel', baseUrl: env.CHANNEL_BASE_URL, stage: env.STAGE, timeoutMs: 5000 }),
    path: () => secrets.ofVendor('channel_path'),
  });
