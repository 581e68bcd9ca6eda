import * as z from 'zod';
import type { Env } from '#shared/env.ts';
import { maxNoticeCharacters, noticeText } from '#shared/notifications/rules/notice-text.ts';
import type { Secrets } from '#shared/secrets.ts';
import { type VendorCall, vendorCall } from '#shared/vendors/vendor-call.ts';

/** The operators' internal channel. */
export type Channel = {
  /**
   * Posts a notice, plain text. Resolves when the channel has taken it; throws `VendorUnavailable`. Posting is not
   * idempotent: it is never repeated by itself.
   */
  post(text: string): Promise<void>;
};

export type WebhookChannelSettings = {
  call: VendorCall;
  /** The webhook's path below the base URL. Anyone who knows it can post: it is a secret. */
  path: () => Promise<string>;
};

/** An incoming webhook of the team's chat (docs/api/vendors.md#internal-channel). It answers the plain word `ok`. */
export const webhookChannel = ({ call, path }: WebhookChannelSettings): Channel => ({
  async post(text) {
    await call(
      {
        method: 'POST',
        path: await path(),
        body: { text: noticeText(text).slice(0, maxNoticeCharacters) },
        answers: 'text',
      },
      z.string(),
    );
  },
});

/** The internal channel, as the configuration says. */
export const channelOf = (env: Env, secrets: Pick<Secrets, 'ofVendor'>): Channel =>
  webhookChannel({
    call: vendorCall({ vendor: 'channel', baseUrl: env.CHANNEL_BASE_URL, stage: env.STAGE, timeoutMs: 5000 }),
    path: () => secrets.ofVendor('channel_path'),
  });
