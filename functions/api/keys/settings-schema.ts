import * as z from 'zod';
import { defaultIdentityAttribution, identityAttributions } from '#shared/api-keys/rules/identity-attribution.ts';
import type { PixelSettings } from '#shared/api-keys/store/pixel-settings.ts';
import { maxClickWindowDays } from '#shared/clicks/rules/click-rules.ts';
import { EventType } from '#shared/conversions/event-fields.ts';
import { defaultConversionTypes, defaultPrimaryType } from '#shared/conversions/rules/conversions.ts';
import { maxIdentityWindowDays } from '#shared/conversions/rules/identity.ts';
import type { AccountSettings } from '#shared/conversions/store/account-settings.ts';
import { Origin } from '../key-schema.ts';

const unique = (values: readonly string[]) => new Set(values).size === values.length;

export const settingsFields = {
  allowed_origins: z.array(Origin).max(50).meta({ description: 'Origins that can use the pixel. An empty list allows all.' }),
  conversion_event_types: z
    .array(EventType)
    .min(1)
    .max(50)
    .refine(unique, { error: 'Each event type once' })
    .meta({ description: 'Event types that count as conversions, from now on.' }),
  click_window_days: z.int().min(1).max(maxClickWindowDays).meta({
    description: 'Number of days in which a click earns conversions. Existing clicks keep their window.',
  }),
  identity_attribution: z.enum(identityAttributions).meta({
    description:
      'For the whole account: what an earlier click of the same `external_user_id` earns when an event names no known click. ' +
      '`off`: nothing. `report` (default): the event is answered by its click ID alone (`202` with the reason), and is credited about a second later in receipt, log, totals and `conversion.matched_late`. ' +
      '`answer`: the response itself is `200` with that click. It was the only behavior before this setting existed, and accounts of that time keep it until they change it.',
  }),
  identity_window_days: z.int().min(0).max(maxIdentityWindowDays).meta({
    description:
      'For the whole account: number of days before an event without a known click in which a click of the same `external_user_id` earns it. 0 equals `identity_attribution: off`. Choose a longer window for trials that become paid months later.',
  }),
  primary_event_type: EventType.meta({
    description:
      'For the whole account: the event type that the performance and traffic reports are about when they are not asked for another.',
  }),
  target_return: z
    .string()
    .regex(/^(?=.*[1-9])\d{1,4}(\.\d{1,4})?$/, {
      error: 'A decimal above 0 and below 10000 with at most 4 decimals, such as "3.5"',
    })
    .nullable()
    .meta({
      description:
        'For the whole account: the return on ad spend to aim at, as a decimal such as `3.5`. `advice` of the performance report compares with it, or with 1 if it is `null`.',
    }),
};

export const Settings = z.object({ pixel_key: z.string(), ...settingsFields }).meta({ id: 'PixelSettings' });

export const PixelQuery = z.object({
  pixel_key: z.string().max(100).optional().meta({ description: 'The public key. Default: the only live key of the account.' }),
});

export const answerOf = (
  pixelKey: string,
  settings: PixelSettings,
  { identityAttribution, identityWindowDays, primaryEventType, targetReturn }: AccountSettings,
): z.input<typeof Settings> => ({
  pixel_key: pixelKey,
  allowed_origins: settings.allowedOrigins,
  conversion_event_types: settings.conversionEventTypes,
  click_window_days: settings.clickWindowDays,
  identity_attribution: identityAttribution,
  identity_window_days: identityWindowDays,
  primary_event_type: primaryEventType,
  target_return: targetReturn,
});

export const exampleSettings = {
  pixel_key: 'pk_live_EXAMPLE',
  allowed_origins: ['https://shop.example'],
  conversion_event_types: defaultConversionTypes,
  click_window_days: 30,
  identity_attribution: defaultIdentityAttribution,
  identity_window_days: 30,
  primary_event_type: defaultPrimaryType,
  target_return: null,
};
