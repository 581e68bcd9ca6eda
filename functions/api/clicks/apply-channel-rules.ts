import { activity } from '#shared/activity/activity.ts';
import { queues } from '#shared/aws/needs.ts';
import { clickRules } from '#shared/clicks/needs.ts';
import { rulesVersion } from '#shared/clicks/rules/channel-rules.ts';
import { channelRulesDryLimit, channelRulesLimit } from '#shared/clicks/rules/limits.ts';
import { defineEndpoint, ok, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { reclassification } from '#shared/reclassification/needs.ts';
import { orderApplication } from '#shared/reclassification/order-application.ts';
import type { ApplicationOrder } from '#shared/reclassification/rules/applications.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { inWords } from '#shared/values/number-texts.ts';
import { ApplyRules, applicationAnswer, ChannelRulesApplication, exampleApplication } from './application-schema.ts';
import { assertStored, assertStoredNeeds } from './assert-stored.ts';
import { repeatFields, repeatOf } from './rules-in-force.ts';

const Answer = ChannelRulesApplication.extend(repeatFields).meta({ id: 'OrderedChannelRulesApplication' });

export const applyChannelRules = defineEndpoint({
  id: 'applyChannelRules',
  method: 'POST',
  path: '/api/v1/pixel/channel-rules/apply',
  auth: 'view',
  needs: { ...assertStoredNeeds, clickRules, limits, queues, reclassification },
  unknownFields: 'refused',
  summary: 'Apply the channel rules to stored clicks',
  description:
    'Gives the clicks since `from` the channels of your current rules, in both environments, with the events that they earned. Reports and the event log follow within seconds. Earlier days keep their channels. `dry_run` counts what would move and changes nothing.\n\n' +
    'Most accounts get the complete result (200). Many clicks are moved in the background (202): poll `status_url`. The same request again on the same day does nothing: it returns the same application, with `already_applied` and a `message`. ' +
    `An account has ${inWords(channelRulesLimit.limit)} application and ${channelRulesDryLimit.limit} dry runs a day.`,
  body: ApplyRules.meta({ id: 'ApplyChannelRulesRequest' }),
  responses: { 200: Answer, 202: Answer },
  answers: {
    200: 'The application is complete, or the dry run is.',
    202: 'The application runs in the background. Poll `status_url`.',
  },
  errors: [serviceErrors.too_many_requests],
  rateLimit: channelRulesLimit,
  example: {
    body: { from: '2026-11-01' },
    responses: {
      200: { ...exampleApplication, already_applied: false, message: null },
      202: {
        ...exampleApplication,
        already_applied: false,
        message: null,
        status: 'running',
        clicks: 600,
        moved: 9,
        moves: exampleApplication.moves.slice(1),
        completed_at: null,
      },
    },
  },

  async handle({ body, actor }, deps) {
    const { accountId } = actor;
    const { from } = body;
    const isDry = body.dry_run === true;
    const to = dayAt(deps.now());
    assertStored({ from, to }, deps);
    const { channelVersion, channelRules } = await deps.clickRules.read(accountId);
    const order: ApplicationOrder = {
      accountId,
      isDry,
      from,
      to,
      channelVersion,
      channelRules,
      listVersion: rulesVersion,
      createdAt: new Date(deps.now()).toISOString(),
    };
    const caller = String(accountId);
    const headers = isDry
      ? await consumeRateLimit(channelRulesDryLimit, caller, deps.limits)
      : await consumeRateLimit(channelRulesLimit, caller, deps.limits, `${from} ${channelVersion} ${rulesVersion}`);
    const effects = isDry ? [] : [await activity('channel_rules_applied', accountId, { version: channelVersion, from })];
    const { application, isRepeat } = await orderApplication(order, effects, {
      ...deps.reclassification,
      queues: deps.queues,
    });
    const answer = { ...applicationAnswer(application), ...repeatOf(application, isRepeat) };
    return application.status === 'running' ? reply(202, answer, headers) : ok(answer, headers);
  },
});

const dayAt = (epoch: number) => dayOf(new Date(epoch).toISOString());
