import * as z from 'zod';
import { channelRules, rulesVersion } from '#shared/clicks/rules/channel-rules.ts';
import { type Channel, channelNames, isPaid } from '#shared/clicks/rules/channels.ts';
import type { AccountChannelRule } from '#shared/clicks/rules/classify.ts';
import { type ClickRules, maxChannelRules } from '#shared/clicks/rules/click-rules.ts';
import { listSources, listVersion } from '#shared/clicks/rules/host-kinds.ts';
import { isPlain } from '#shared/values/plain-text.ts';

const [firstChannel, ...otherChannels] = channelNames.filter((name) => name !== 'unknown') as [
  Exclude<Channel, 'unknown'>,
  ...Exclude<Channel, 'unknown'>[],
];
const RuleChannel = z
  .enum([firstChannel, ...otherChannels])
  .meta({ description: 'The channel that the rule names. Whether it is paid follows from the channel.' });

const text = z.string().trim().min(1).max(100).refine(isPlain, 'Control characters are not allowed');
const isHost = (host: string) => /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(host) && URL.canParse(`https://${host}/`);

const AccountRule = z
  .object({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Lower-case letters, digits and underscores expected')
      .meta({ description: 'Your name of the rule. Clicks store it as `account.<id>@<version>`.' }),
    host: text
      .refine(isHost, 'A host expected, such as partner.example (no path)')
      .nullish()
      .meta({ description: 'Host of the page before; its subdomains count too.' }),
    source: text.nullish().meta({ description: '`utm_source`. Upper and lower case are the same.' }),
    medium: text.nullish().meta({ description: '`utm_medium`. Upper and lower case are the same.' }),
    campaign_prefix: text.nullish().meta({ description: 'How the campaign starts. Upper and lower case are the same.' }),
    channel: RuleChannel,
  })
  .refine(({ host, source, medium, campaign_prefix }) => host || source || medium || campaign_prefix, {
    error: 'At least one of host, source, medium and campaign_prefix expected',
  })
  .meta({ id: 'AccountChannelRule' });

export const AccountRules = z
  .array(AccountRule)
  .max(maxChannelRules)
  .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, {
    error: 'Each id once',
  })
  .meta({
    description: 'Your rules, in their order: the first that holds decides. All conditions of a rule must hold.',
  });

export const ChannelRules = z
  .object({
    version: z.int().meta({ description: 'One more with each change of your rules. 0: you never had any.' }),
    rules: AccountRules,
    list: z
      .object({
        version: z.string().meta({
          description: 'Of the default rules and of the list of hosts. Another version than you saw before: the list has changed.',
        }),
        date: z.iso.date().meta({ description: 'When the list of hosts was last updated.' }),
        sources: z
          .array(
            z.object({
              name: z.string().meta({ description: 'Name of the published list.' }),
              licence: z.string().meta({ description: 'Licence of the list.' }),
              date: z.string().meta({ description: 'When the source was read.' }),
            }),
          )
          .meta({ description: 'Where the list of hosts comes from.' }),
      })
      .meta({ description: 'What is used after your own rules.' }),
    default_rules: z
      .array(
        z.object({
          number: z.int().meta({ description: 'Position of the rule, from 1.' }),
          id: z.string(),
          when: z.string().meta({ description: 'What must hold.' }),
          channels: z
            .array(
              z.object({
                channel: z.enum(channelNames).meta({ description: 'Channel of the click.' }),
                paid: z.boolean().meta({ description: 'Whether the channel is paid advertising.' }),
              }),
            )
            .meta({ description: 'The channel; more than one if the kind of the source decides.' }),
        }),
      )
      .meta({ description: 'The rules that hold after yours, in their order.' }),
  })
  .meta({ id: 'ChannelRules' });

export const storedRule = ({ id, host, source, medium, campaign_prefix, channel }: z.output<typeof AccountRule>): AccountChannelRule => ({
  id,
  ...(host && { host: host.toLowerCase() }),
  ...(source && { source }),
  ...(medium && { medium }),
  ...(campaign_prefix && { campaignPrefix: campaign_prefix }),
  channel,
});

const defaultRules = channelRules.map(({ id, when, channel, byKind = {} }, at) => ({
  number: at + 1,
  id,
  when,
  channels: [...new Set([...Object.values(byKind), channel])].map((name) => ({
    channel: name,
    paid: isPaid(name),
  })),
}));

export const channelRulesAnswer = ({
  channelVersion,
  channelRules: ownRules,
}: Pick<ClickRules, 'channelVersion' | 'channelRules'>): z.input<typeof ChannelRules> => ({
  version: channelVersion,
  rules: ownRules.map(({ campaignPrefix, channel, ...rule }) => ({
    ...rule,
    ...(campaignPrefix && { campaign_prefix: campaignPrefix }),
    channel: channel as z.input<typeof RuleChannel>,
  })),
  list: { version: rulesVersion, date: listVersion, sources: [...listSources] },
  default_rules: defaultRules,
});

export const exampleRules = {
  ...channelRulesAnswer({
    channelVersion: 3,
    channelRules: [
      { id: 'comparison_site', host: 'compare.example', channel: 'affiliate' },
      { id: 'radio', source: 'radio', campaignPrefix: 'spring', channel: 'audio' },
    ],
  }),
  default_rules: defaultRules.slice(0, 3),
};
