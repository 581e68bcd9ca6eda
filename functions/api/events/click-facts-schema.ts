import * as z from 'zod';
import { Channel, Paid } from '#functions/api/channel-schema.ts';
import { channelNames } from '#shared/clicks/rules/channels.ts';
import type { ShownFacts } from '#shared/clicks/rules/click-facts.ts';
import { trafficKinds, trafficSignals } from '#shared/clicks/rules/traffic.ts';
import { devices } from '#shared/clicks/rules/user-agent.ts';
import { shownPurposes } from '#shared/consent/consent-schema.ts';
import { consentOrigins, shownWords } from '#shared/consent/rules/consent.ts';
import { type EventFacts, eventTraffics } from '#shared/conversions/rules/conversions.ts';

export const eventFacts = {
  channel: Channel.optional(),
  paid: Paid.optional(),
  traffic: z.enum(eventTraffics).optional().meta({
    description:
      '`internal` if the click is of your own staff, else `human`: a counted event proves that a person clicked. Absent if the event is not counted.',
  }),
} satisfies Record<keyof EventFacts, z.ZodType>;

export const factFilters = {
  channel: z.enum(channelNames).optional().meta({ description: 'Return only events of clicks of this channel.' }),
  paid: z.enum(['true', 'false']).optional().meta({ description: 'Return only events of clicks of paid channels, or only of the others.' }),
  traffic: z.enum(eventTraffics).optional().meta({ description: 'Return only counted events of visitors, or only of your own staff.' }),
};

export const consentFilter = z.enum(shownWords).optional().meta({
  description:
    'Return only accepted events whose consent to `ad_user_data` is this. The latest counts of what the event, its click and later requests said.',
});

type Asked = { [K in keyof typeof factFilters]?: z.output<(typeof factFilters)[K]> };

export const hasFacts =
  ({ channel, paid, traffic }: Asked) =>
  (facts: EventFacts): boolean =>
    (channel === undefined || facts.channel === channel) &&
    (paid === undefined || facts.paid === (paid === 'true')) &&
    (traffic === undefined || facts.traffic === traffic);

const Text = z.string().meta({ description: 'Empty if the landing address did not have it.' });

const ClickConsent = z
  .object({
    ...shownPurposes,
    origin: z.enum(consentOrigins).optional().meta({ description: 'Who stated the newest part of it. Absent without a statement.' }),
    stated_at: z.iso.datetime().optional().meta({ description: 'When the newest part was stated.' }),
  })
  .meta({ id: 'ClickConsent' });

export const ClickFacts = z
  .object({
    source: Text,
    medium: Text,
    term: Text,
    content: Text,
    referrer_host: z.string().meta({ description: 'Host of the page before; empty for none or an own page.' }),
    landing_path: z.string().meta({ description: 'Path of the landing page, without personal data.' }),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2, or `unknown`.' }),
    device: z.enum(devices).meta({ description: 'Kind of the device, by its user agent.' }),
    browser: z.string().meta({ description: 'Name of the browser, or of the app that the page opened in.' }),
    channel: Channel,
    paid: Paid,
    rule: z.string().meta({
      description: 'The channel rule that decided, and the version of its list, such as `search@2.2026-11-26`.',
    }),
    traffic: z.enum(trafficKinds).meta({
      description: 'The verdict when the click was recorded. `unknown` counts as human.',
    }),
    signals: z.array(z.enum(trafficSignals)).meta({ description: 'Everything that was noticed of the visitor.' }),
    consent: ClickConsent.meta({ description: 'What the visitor allowed ad networks. A purpose without a statement is `unknown`.' }),
  } satisfies Record<keyof ShownFacts | 'consent', z.ZodType>)
  .meta({ id: 'ClickFacts' });

export const exampleFacts: z.input<typeof ClickFacts> = {
  source: 'google',
  medium: 'cpc',
  term: 'running_shoes',
  content: 'ad_42',
  referrer_host: 'google.com',
  landing_path: '/shoes',
  country: 'DE',
  device: 'mobile',
  browser: 'Chrome',
  channel: 'paid_search',
  paid: true,
  rule: 'paid_medium@2.2026-11-26',
  traffic: 'human',
  signals: [],
  consent: {
    ad_user_data: 'granted',
    ad_personalization: 'denied',
    origin: 'consent_mode',
    stated_at: '2026-11-20T18:12:04.000Z',
  },
};
