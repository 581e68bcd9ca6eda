import * as z from 'zod';
import { defineEndpoint, ok, raw } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';
import { assetNames, assetsVersion, readAsset } from './assets.ts';

const year = 'public, max-age=31536000, immutable';

export const docsAsset = defineEndpoint({
  id: 'docsAsset',
  method: 'GET',
  path: '/docs/assets/{name}',
  auth: 'none',
  summary: 'Retrieve a file of the documentation page',
  description: 'Serves a script, style or picture of the documentation page.',
  // Under `z.enum`, the answer for an unknown file would be 422 instead of 404.
  params: z.object({ name: z.string().meta({ description: 'Name of the file.', enum: assetNames }) }),
  query: z.object({
    v: z.string().optional().meta({ description: 'The version, so that browsers can cache the file.' }),
  }),
  responses: { 200: raw('*/*', 'The file, with its own content type.') },
  errors: ['not_found'],
  example: {
    params: { name: 'page.js' },
    query: { v: '5b1c9e07a3d2' },
    responses: { 200: 'Scalar.createApiReference(…);' },
  },
  async handle({ params, query }) {
    const asset = await readAsset(params.name);
    if (!asset) throw fail('not_found');
    return ok(asset.text, {
      'content-type': asset.contentType,
      // An old function may serve a new file's address, so only its own version is cached permanently.
      'cache-control': query.v === (await assetsVersion()) ? year : 'no-cache',
    });
  },
});
