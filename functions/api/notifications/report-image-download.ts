import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import { notifications } from '#shared/notifications/needs.ts';
import { notable } from '#shared/notifications/rules/notifications.ts';
import { hourInSeconds } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import { plainText } from '#shared/values/plain-text.ts';
import { NotificationAnswer, noted } from './notification-answer.ts';

const limit = { name: 'image-downloads', limit: 120, windowSeconds: hourInSeconds };

const ImageUrl = z
  .string()
  .max(2048)
  .refine((text) => {
    const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && text.isWellFormed() ? URL.parse(text) : null;
    return url !== null && !url.username && !url.password;
  }, 'Not an http(s) URL without user name and password')
  .meta({ description: 'An http(s) URL.', format: 'uri' });

export const reportImageDownload = defineEndpoint({
  id: 'reportImageDownload',
  method: 'POST',
  path: '/api/v1/notifications/image-download',
  auth: 'user',
  needs: { limits, notifications },
  summary: 'Report the download of an ad image',
  description: `Reports that an image of an ad was downloaded. The team is notified once per user, ad and image URL, up to ${limit.limit} times per hour and user.`,
  body: z
    .object({
      ad_id: plainText(200).min(1),
      image_url: ImageUrl,
    })
    .meta({ id: 'ImageDownloadRequest' }),
  responses: { 200: NotificationAnswer },
  answers: {
    200: 'The download is recorded, or already was (`duplicate: true`).',
  },
  errors: ['too_many_requests'],
  rateLimit: limit,
  example: {
    body: { ad_id: 'ad_7', image_url: 'https://images.example/ad_7/square.png' },
    responses: { 200: { success: true, duplicate: false, message: 'The download is noted.' } },
  },

  async handle({ body: { ad_id, image_url }, actor: { userId } }, { notifications, limits }) {
    const digest = sha256(JSON.stringify([ad_id, image_url]));
    const thing = notable.imageDownload(digest);
    const answer = (isFirst: boolean, headers = {}) =>
      ok(noted(isFirst, 'The download is noted.', 'The download was noted already.'), headers);
    if ((await notifications.at(userId, thing)) !== null) return answer(false);
    const remaining = await limits.take(limit, String(userId));
    if (!remaining.isAllowed) throw limitReached(limit, remaining);
    const { isFirst } = await notifications.once(userId, thing, {
      effects: [
        {
          kind: 'notice',
          id: `image_download#${userId}#${digest}`,
          text: `User ${userId} downloaded an image of the ad ${ad_id}: ${image_url}`,
        },
      ],
    });
    return answer(isFirst, rateLimitHeaders(limit, remaining));
  },
});
