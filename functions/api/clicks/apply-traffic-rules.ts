import { activity } from '#shared/activity/activity.ts';
import { queues } from '#shared/aws/needs.ts';
import { clickRules } from '#shared/clicks/needs.ts';
import { rulesVersion } from '#shared/clicks/rules/channel-rules.ts';
import { appliedDryLimit, networkKeyDays, trafficRulesLimit } from '#shared/clicks/rules/limits.ts';
import { defineEndpoint, ok, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { reclassification } from '#shared/reclassification/needs.ts';
import { orderApplication } from '#shared/reclassification/order-application.ts';
import type { ApplicationOrder } from '#shared/reclassification/rules/applications.ts';
import type { TrafficApplication } from '#shared/reclassification/rules/rejudge.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { inWords } from '#shared/values/number-texts.ts';
import { ApplyRules } from './application-schema.ts';
import { assertStored, assertStoredNeeds } from './assert-stored.ts';
import { repeatFields, repeatOf } from './rules-in-force.ts';
import { exampleTrafficApplication, TrafficRulesApplication, trafficApplicationAnswer } from './traffic-application-schema.ts';

const Answer = TrafficRulesApplication.extend(repeatFields).meta({ id: 'OrderedTrafficRulesApplication' });

export const applyTrafficRules = defineEndpoint({
  id: 'applyTrafficRules',
  method: 'POST',
  path: '/api/v1/pixel/traffic-rules/apply',
  auth: 'view',
  needs: { ...assertStoredNeeds, clickRules, limits, queues, reclassification },
  unknownFields: 'refused',
  summary: 'Apply the traffic rules to stored clicks',
  description:
    'Judges the clicks since `from` by your current rules, in both environments. A verdict depends on the stored signals of a click and on the rules that are on, so that applying the earlier rules restores every figure. Reports follow within seconds. ' +
    `The network of a click is known for ${networkKeyDays} days; ` +
    'older clicks keep what was found about it. No event is ever dropped: it counts as `internal` if its click does, else as `human`. `dry_run` counts what would move and changes nothing.\n\n' +
    'Most accounts get the complete result (200). Many clicks are judged in the background (202): poll `status_url`. The same request again on the same day does nothing: it returns the same application, with `already_applied` and a `message`. ' +
    `An account has ${inWords(trafficRulesLimit.limit)} applications a day, one to take back the other, and ${appliedDryLimit.limit} dry runs.`,
  body: ApplyRules.meta({ id: 'ApplyTrafficRulesRequest' }),
  responses: { 200: Answer, 202: Answer },
  answers: {
    200: 'The application is complete, or the dry run is.',
    202: 'The application runs in the background. Poll `status_url`.',
  },
  errors: [serviceErrors.too_many_requests],
  rateLimit: trafficRulesLimit,
  example: {
    body: { from: '2026-11-01' },
    responses: {
      200: { ...exampleTrafficApplication, already_applied: false, message: null },
      202: {
        ...exampleTrafficApplication,
        already_applied: false,
        message: null,
        status: 'running',
        clicks: 600,
        moved: 9,
        completed_at: null,
        moves: [{ environment: 'live', from: 'suspect', to: 'human', clicks: 9 }],
      },
    },
  },

  async handle({ body, actor }, deps) {
    const { accountId } = actor;
    const { from } = body;
    const isDry = body.dry_run === true;
    const to = dayOf(new Date(deps.now()).toISOString());
    assertStored({ from, to }, deps);
    const rules = await deps.clickRules.read(accountId);
    const { channelVersion, trafficVersion: version, staffNetworks, trafficRulesOff: rulesOff } = rules;
    const order: ApplicationOrder = {
      accountId,
      isDry,
      from,
      to,
      channelVersion,
      channelRules: [],
      listVersion: rulesVersion,
      trafficRules: { version, staffNetworks, rulesOff },
      createdAt: new Date(deps.now()).toISOString(),
    };
    const caller = String(accountId);
    const headers = isDry
      ? await consumeRateLimit(appliedDryLimit, caller, deps.limits)
      : await consumeRateLimit(trafficRulesLimit, caller, deps.limits, `${from} ${version}`);
    const effects = isDry
      ? []
      : [
          await activity('traffic_rules_applied', accountId, {
            version,
            from,
            rules_off: rulesOff.join(', '),
          }),
        ];
    const { application, isRepeat } = await orderApplication(order, effects, {
      ...deps.reclassification,
      queues: deps.queues,
    });
    const answer = {
      ...trafficApplicationAnswer(application as TrafficApplication),
      ...repeatOf(application, isRepeat),
    };
    return application.status === 'running' ? reply(202, answer, headers) : ok(answer, headers);
  },
});
