import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { keys } from '#shared/api-keys/needs.ts';
import type { IdentityAttribution } from '#shared/api-keys/rules/identity-attribution.ts';
import { accountSettings } from '#shared/conversions/needs.ts';
import { defaultPrimaryType } from '#shared/conversions/rules/conversions.ts';
import type { AccountSettings } from '#shared/conversions/store/account-settings.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { resolvePixelScope } from './resolve-pixel-scope.ts';
import { answerOf, exampleSettings, PixelQuery, Settings, settingsFields } from './settings-schema.ts';

type IdentityFields = {
  identity_attribution?: IdentityAttribution | null | undefined;
  identity_window_days?: number | null | undefined;
};

export const changeSettings = defineEndpoint({
  id: 'changeSettings',
  method: 'PUT',
  path: '/api/v1/pixel/settings',
  auth: 'user',
  needs: { accountSettings, keys },
  unknownFields: 'refused',
  summary: 'Update the settings of a pixel',
  description:
    'Omitted fields are unchanged. A change applies within 60 seconds, to events and clicks that arrive from then on: existing clicks keep their window, and counted events stay counted. Of two changes to the same field the later one applies.',
  query: PixelQuery,
  body: z
    .object({
      pixel_key: z.string().max(100).nullish().meta({ description: 'The public key. Default: the only live key of the account.' }),
      allowed_origins: settingsFields.allowed_origins.nullish().meta({
        description: 'Origins whose pages can use the public key, such as `https://shop.example`. An empty list allows all.',
      }),
      conversion_event_types: settingsFields.conversion_event_types
        .nullish()
        .meta({ description: 'Event types that count as conversions.' }),
      click_window_days: settingsFields.click_window_days
        .nullish()
        .meta({ description: 'Number of days after a click in which a conversion is attributed to it.' }),
      identity_attribution: settingsFields.identity_attribution.nullish().meta({
        description:
          'For the whole account: what an earlier click of the same user earns when an event names no known click: `off`, `report` or `answer`.',
      }),
      identity_window_days: settingsFields.identity_window_days.nullish().meta({
        description:
          'For the whole account: number of days before an event without a known click in which a click of the same user earns it. 0 disables this.',
      }),
      primary_event_type: settingsFields.primary_event_type.nullish().meta({
        description:
          'For the whole account: the event type that the performance and traffic reports are about when they are not asked for another. `null` returns to `order_created`, the default.',
      }),
      target_return: settingsFields.target_return.optional().meta({
        description: 'For the whole account: the return on ad spend to aim at, as a decimal such as `3.5`. `null` removes it.',
      }),
    })
    .meta({ id: 'ChangeSettingsRequest' }),
  responses: { 200: Settings },
  errors: [serviceErrors.not_found],
  example: {
    query: { pixel_key: exampleSettings.pixel_key },
    body: { click_window_days: 60 },
    responses: { 200: { ...exampleSettings, click_window_days: 60 } },
  },

  async handle({ query, body, actor }, { keys, accountSettings }) {
    const inBody = body.pixel_key ?? undefined;
    if (inBody && query.pixel_key && inBody !== query.pixel_key)
      throw invalid({
        type: 'value_error',
        loc: ['body', 'pixel_key'],
        msg: 'Query and body name two pixels',
      });
    const pixelKey = await resolvePixelScope(actor.accountId, query.pixel_key ?? inBody, keys);
    await refuseIneffectiveMode(body, () => accountSettings.read(actor.accountId));
    const note = await activity('pixel_settings_changed', actor.accountId, {
      pixel_key: pixelKey,
      fields: Object.keys(body).filter((name) => name !== 'pixel_key'),
    });
    const ofPixel = {
      ...(body.allowed_origins && { allowedOrigins: body.allowed_origins }),
      ...(body.conversion_event_types && { conversionEventTypes: body.conversion_event_types }),
      ...(body.click_window_days && { clickWindowDays: body.click_window_days }),
    };
    const settings = await keys.changeSettings(actor.accountId, pixelKey, ofPixel, [note]);
    if (!settings) throw fail(serviceErrors.not_found);
    const ofAccount = {
      ...(body.identity_attribution && { identityAttribution: body.identity_attribution }),
      ...(typeof body.identity_window_days === 'number' && { identityWindowDays: body.identity_window_days }),
      ...(body.primary_event_type !== undefined && {
        primaryEventType: body.primary_event_type ?? defaultPrimaryType,
      }),
      ...(body.target_return !== undefined && { targetReturn: body.target_return }),
    };
    await accountSettings.change(actor.accountId, ofAccount, [note]);
    return ok(answerOf(pixelKey, settings, await accountSettings.read(actor.accountId)));
  },
});

/** An attribution window of zero days means `off`, so another mode would have no effect. */
async function refuseIneffectiveMode(
  { identity_attribution: mode, identity_window_days: days }: IdentityFields,
  read: () => Promise<AccountSettings>,
): Promise<void> {
  if (!mode || mode === 'off' || typeof days === 'number') return;
  if ((await read()).identityWindowDays > 0) return;
  throw invalid({
    type: 'value_error',
    loc: ['body', 'identity_attribution'],
    msg: 'identity_window_days is 0, which means off. Send it too, with at least 1',
  });
}
