import * as z from 'zod';
import type { Channel } from '#shared/notifications/channel.ts';
import { maxNoticeCharacters, noticeText } from '#shared/notifications/rules/notice-text.ts';
import type { VendorCall } from '#shared/vendors/vendor-call.ts';

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
