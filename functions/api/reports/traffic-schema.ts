import * as z from 'zod';
import { Channel } from '#functions/api/channel-schema.ts';
import { scopeAnswer } from '#functions/api/read-scope.ts';
import { trafficKinds, trafficSignals } from '#shared/clicks/rules/traffic.ts';
import { shownPurposes } from '#shared/consent/consent-schema.ts';

const Rate = z.string().nullable().meta({ description: 'Conversions ÷ clicks, with 6 decimals, rounded once. `null` without clicks.' });
const Rates = z
  .object({
    clicks: z.int(),
    ad_clicks: z.int().meta({ description: 'Clicks of links with a campaign.' }),
    conversions: z.int().meta({ description: 'Conversions of the type `conversion`.' }),
    conversion_rate: Rate,
    ad_conversion_rate: z.string().nullable().meta({
      description: 'Conversions ÷ `ad_clicks`, with 6 decimals, rounded once. `null` without ad clicks.',
    }),
  })
  .meta({ id: 'TrafficRates' });
const Rule = z.enum(trafficSignals).nullable().meta({
  description: 'The rule that decided. `null`: no rule did, or the click is from before its rule was stored.',
});
const Share = z.number().meta({ description: 'A share from 0 to 1, with 4 decimals.' });
const Traffic = z.enum(trafficKinds);

export const TrafficReport = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    ...scopeAnswer,
    conversion: z.string().meta({ description: 'The event type that conversions are of.' }),
    as_of: z.iso.datetime().meta({ description: 'When the report was made.' }),
    people: Rates.meta({
      description: 'Clicks that count as human, and their conversions: what `reportPerformance` shows by default.',
    }),
    all: Rates.meta({ description: 'Every click and conversion, as if all rules were off.' }),
    left_out: z
      .object({ clicks: z.int(), conversions: z.int().meta({ description: 'Number of conversions.' }) })
      .meta({ description: 'What `people` leaves out of `all`.' }),
    verdicts: z
      .array(
        z.object({
          traffic: Traffic.meta({
            description: 'Verdict on the click: `human`, `bot`, `preview`, `internal` or `suspect`.',
          }),
          clicks: z.int(),
          share: Share,
        }),
      )
      .meta({ description: 'Clicks by verdict.' }),
    rules: z
      .array(
        z.object({
          rule: Rule,
          traffic: Traffic.meta({
            description: 'Verdict on the click: `human`, `bot`, `preview`, `internal` or `suspect`.',
          }),
          clicks: z.int(),
        }),
      )
      .meta({ description: 'Clicks by the rule that decided their verdict.' }),
    channels: z
      .array(
        z.object({
          channel: Channel,
          people: Rates.meta({ description: 'Clicks of people.' }),
          all: Rates.meta({ description: 'Clicks of every verdict.' }),
        }),
      )
      .meta({ description: 'The rates by channel.' }),
    rows: z
      .array(
        z.object({
          channel: Channel,
          traffic: Traffic.meta({
            description: 'Verdict on the click: `human`, `bot`, `preview`, `internal` or `suspect`.',
          }),
          rule: Rule,
          clicks: z.int(),
        }),
      )
      .meta({ description: 'Clicks by channel, verdict and rule: the rows of the file.' }),
    consents: z
      .array(
        z.object({
          channel: Channel,
          traffic: Traffic.meta({ description: 'Verdict on the click.' }),
          ad_user_data: shownPurposes.ad_user_data,
          clicks: z.int(),
        }),
      )
      .meta({ description: 'Clicks by channel, verdict and what they say now.' }),
    findings: z
      .array(
        z.union([
          z
            .object({
              code: z.literal('automated_share_jumped'),
              day: z.iso.date(),
              share: Share,
              share_before: Share,
              clicks: z.int(),
            })
            .meta({
              description:
                'The newest complete day whose share of bots is 20 points above that of the seven days before, and twice as high.',
            }),
          z
            .object({
              code: z.literal('mostly_reviewers'),
              campaign: z.string(),
              share: Share,
              clicks: z.int(),
            })
            .meta({
              description: 'More than half of the clicks of this campaign are of bots, as when networks review its ads.',
            }),
        ]),
      )
      .meta({ description: 'What deserves a look. Small numbers are not judged.' }),
    facts_since: z.iso.datetime().nullable().meta({
      description: 'Clicks from before this moment have `traffic` unknown, which counts as human.',
    }),
    incomplete_before: z.iso.datetime().nullable().meta({
      description:
        'Clicks and conversions from before this moment may be missing, because an upgrade of the service still counts them. `null` if all are counted.',
    }),
  })
  .meta({ id: 'TrafficReport' });
