import * as z from 'zod';
import type { Env } from '#shared/env.ts';
import { maxNoticeCharacters, noticeText } from '#shared/notifications/rules/notice-text.ts';
import type { Secrets } from '#shared/secrets.ts';
import { type VendorCall, vendorCall } from '#shared/vendors/vendor-call.ts';

export type Channel = {
  /** A repeated call posts the text again. */
  post(text: string): Promise<void>;
};

export type WebhookChannelSettings = {
  call: VendorCall;
  /** The webhook's path is a secret, because it allows anyone to post. */
  path: () => Promise<string>;
};

/** docs/api/vendors.md#internal-channel describes the webhook. */
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

export const channelOf = (env: Env, secrets: Pick<Secrets, 'ofVendor'>): Channel =>
  webhookChannel({
    call: vendorCall({ vendor: 'channel', baseUrl: env.CHANNEL_BASE_URL, stage: env.STAGE, timeoutMs: 5000 }),
    path: () => secrets.ofVendor('channel_path'),
  });
