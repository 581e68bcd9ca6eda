import * as z from 'zod';
import { mediaFile, mediaFileName } from '#shared/ads/rules/media-file.ts';
import { files } from '#shared/aws/needs.ts';
import { defineEndpoint, raw, reply } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';

const linkSeconds = 900;
/** The signed target of a redirect is valid for longer than the redirect is cached. */
const cacheSeconds = 600;

export const showMedia = defineEndpoint({
  id: 'showMedia',
  method: 'GET',
  path: '/media/{file}',
  auth: 'none',
  needs: { files },
  cors: 'front_ends',
  summary: 'Retrieve an image or video of an ad',
  description:
    "Redirects to a copy of an ad's image or video. " +
    '`image_urls` and `video_urls` of ads point here once a copy exists. The name of a copy is derived from its content, so the copy never changes. Like the ad itself, it can be read without credentials.',
  params: z.object({
    file: z.string().meta({ description: 'Name of the file, as in `image_urls` and `video_urls` of an ad.' }),
  }),
  responses: { 302: raw('text/plain', 'Redirects to the file.') },
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
