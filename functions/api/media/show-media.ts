import * as z from 'zod';
import { mediaFile, mediaFileName } from '#shared/ads/rules/media-file.ts';
import { defineEndpoint, raw, reply } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';
import type { Deps } from './deps.ts';

const linkSeconds = 900;
/** Whoever kept the answer still has this long to follow it. */
const cacheSeconds = 600;

export const showMedia = defineEndpoint<Deps>()({
  id: 'showMedia',
  method: 'GET',
  path: '/media/{file}',
  auth: 'none',
  cors: 'front_ends',
  summary: 'Retrieve an image or video of an ad',
  description:
    "Redirects to a copy of an ad's image or video. " +
    'The addresses in `image_urls` and `video_urls` of ads lead here once there is a copy. A copy is named by its content, so it never changes; it can be read without credentials, as the ad itself.',
  params: z.object({ file: z.string() }),
  responses: { 302: raw('text/plain', 'On to the file: `location`.') },
  errors: ['not_found'],
  example: {
    params: { file: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.png' },
    responses: { 302: 'The file is elsewhere: see location.' },
  },

  async handle({ params: { file } }, { files }) {
    if (!mediaFileName.test(file)) throw fail('not_found');
    const location = files.link(mediaFile(file), { seconds: linkSeconds });
    return reply(302, 'The file is elsewhere: see location.', {
      location,
      'cache-control': `public, max-age=${cacheSeconds}`,
    });
  },
});
