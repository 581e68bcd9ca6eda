import { keys } from '#shared/api-keys/needs.ts';
import { accountSettings } from '#shared/conversions/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { resolvePixelScope } from './resolve-pixel-scope.ts';
import { answerOf, exampleSettings, PixelQuery, Settings } from './settings-schema.ts';

export const readSettings = defineEndpoint({
  id: 'readSettings',
  method: 'GET',
  path: '/api/v1/pixel/settings',
  auth: 'view',
  needs: { accountSettings, keys },
  summary: 'Retrieve the settings of a pixel',
  description: 'Returns the allowed origins, conversion event types and click window of a pixel, and the identity settings of its account.',
  query: PixelQuery,
  responses: { 200: Settings },
  errors: [serviceErrors.not_found],
  example: { responses: { 200: exampleSettings } },

  async handle({ query, actor }, { keys, accountSettings }) {
    const pixelKey = await resolvePixelScope(actor.accountId, query.pixel_key, keys);
    const [settings, ofAccount] = await Promise.all([keys.settings(actor.accountId, pixelKey), accountSettings.read(actor.accountId)]);
    if (!settings) throw fail(serviceErrors.not_found);
    return ok(answerOf(pixelKey, settings, ofAccount));
  },
});
