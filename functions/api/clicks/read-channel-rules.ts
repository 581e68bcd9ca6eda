import { clickRules } from '#shared/clicks/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reclassification } from '#shared/reclassification/needs.ts';
import { applicationAnswer, ChannelRulesApplication, exampleApplication } from './application-schema.ts';
import { ChannelRules, channelRulesAnswer, exampleRules } from './channel-rules-schema.ts';

export const readChannelRules = defineEndpoint({
  id: 'readChannelRules',
  method: 'GET',
  path: '/api/v1/pixel/channel-rules',
  auth: 'view',
  needs: { clickRules, reclassification },
  summary: 'Retrieve the channel rules',
  description:
    'Returns the rules that name the channel of a click: your own, then the default rules in their order, with the version of the list of hosts that they use, and when they were last applied to stored clicks.',
  responses: {
    200: ChannelRules.extend({
      last_application: ChannelRulesApplication.nullable().meta({
        description:
          'The newest application of the last 90 days that was no dry run. `null`: none. Another `version` or `list_version` than now: the rules have changed since.',
      }),
    }).meta({ id: 'CurrentChannelRules' }),
  },
  example: { responses: { 200: { ...exampleRules, last_application: exampleApplication } } },

  async handle({ actor }, { clickRules, reclassification }) {
    const [rules, newest] = await Promise.all([
      clickRules.read(actor.accountId),
      reclassification.applications.newest(actor.accountId, 'channel'),
    ]);
    return ok({ ...channelRulesAnswer(rules), last_application: newest && applicationAnswer(newest) });
  },
});
