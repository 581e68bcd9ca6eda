import { activity } from '#shared/activity/activity.ts';
import { queues } from '#shared/aws/needs.ts';
import { clickRules } from '#shared/clicks/needs.ts';
import { rulesVersion } from '#shared/clicks/rules/channel-rules.ts';
import { defineEndpoint, ok, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { reclassification } from '#shared/reclassification/needs.ts';
import { orderApplication } from '#shared/reclassification/order-application.ts';
import type { ApplicationOrder } from '#shared/reclassification/rules/applications.ts';
import type { TrafficApplication } from '#shared/reclassification/rules/rejudge.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { ApplyRules } from './application-schema.ts';
import { assertStored, assertStoredNeeds } from './assert-stored.ts';
import { repeatFields, repeatOf } from './rules-in-force.ts';
import {
  exampleTrafficApplication,
  TrafficRulesApplication,
  trafficApplicationAnswer,
} from './traffic-application-schema.ts';

/** Two applications a day let an account apply its rules and take them back on the same day. */
const limit: RateLimit = { name: 'traffic-rules', limit: 2, windowSeconds: daysInSeconds(1) };
const dryLimit: RateLimit = {
  ...{ name: 'traffic-rules-applied-dry', limit: 20 },
  windowSeconds: daysInSeconds(1),
};

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
    'Judges the clicks since `from` by your current rules, in both environments. A verdict depends on the stored signals of a click and on the rules that are on, so that applying the earlier rules restores every figure. Reports follow within seconds. The network of a click is known for 30 days; older clicks keep what was found about it. No event is ever dropped: it counts as `internal` if its click does, else as `human`. `dry_run` counts what would move and changes nothing.\n\n' +
    'Most accounts get the complete result (200). Many clicks are judged in the background (202): poll `status_url`. The same request again on the same day does nothing: it returns the same application, with `already_applied` and a `message`. An account has two applications a day, one to take back the other, and 20 dry runs.',
  body: ApplyRules.meta({ id: 'ApplyTrafficRulesRequest' }),
  responses: { 200: Answer, 202: Answer },
  answers: {
    200: 'The application is complete, or the dry run is.',
    202: 'The application runs in the background. Poll `status_url`.',
  },
  errors: ['too_many_requests'],
  rateLimit: limit,
  example: {
    body: { from: '2026-11-01' },
    responses: {
      200: { ...exampleTrafficApplication, already_applied: false, message: null },
      202: {
        ...exampleTrafficApplication,
        ...{ already_applied: false, message: null },
        ...{ status: 'running', clicks: 600, moved: 9, completed_at: null },
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
      ...{ accountId, isDry, from, to, channelVersion, channelRules: [], listVersion: rulesVersion },
      trafficRules: { version, staffNetworks, rulesOff },
      createdAt: new Date(deps.now()).toISOString(),
    };
    const caller = String(accountId);
    const headers = isDry
      ? await consumeRateLimit(dryLimit, caller, deps.limits)
      : await consumeRateLimit(limit, caller, deps.limits, `${from} ${version}`);
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
