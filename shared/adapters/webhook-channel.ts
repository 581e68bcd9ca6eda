import * as z from 'zod';
import type { Channel } from '#shared/ports/channel.ts';
import type { VendorCall } from './vendor-call.ts';

export type WebhookChannelSettings = {
  call: VendorCall;
  /** The webhook's path below the base URL. Whoever knows it may post: it is a secret. */
  path: () => Promise<string>;
};

/** The most that one message may hold. */
const mostCharacters = 3000;

/** An incoming webhook of the team's chat (reference vendors 7.2). It answers the plain word `ok`. */
export const webhookChannel = ({ call, path }: WebhookChannelSettings): Channel => ({
  async post(text) {
    await call(
      {
        method: 'POST',
        path: await path(),
        body: { text: escaped(text).slice(0, mostCharacters) },
        answers: 'text',
      },
      z.string(),
    );
  },
});

/** What the chat would read as a link or a mention. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
