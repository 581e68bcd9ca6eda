import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { clickRules, dataCentres, ruleCacheSeconds } from '#shared/clicks/needs.ts';
import { type ClickRuleChanges, changedRules } from '#shared/clicks/rules/click-rules.ts';
import { networkKeyDays, trafficRulesDryLimit } from '#shared/clicks/rules/limits.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { holdsFrom, holdsFromField } from './rules-in-force.ts';
import { dryRunOf, TrafficDryRun, trafficDryRunNeeds } from './traffic-dry-run.ts';
import { exampleTrafficRules, TrafficRules, trafficFields, trafficRulesAnswer } from './traffic-rules-schema.ts';

export const changeTrafficRules = defineEndpoint({
  id: 'changeTrafficRules',
  method: 'PUT',
  path: '/api/v1/pixel/traffic-rules',
  auth: 'view',
  needs: { ...trafficDryRunNeeds, clickRules, dataCentres, keys, limits, ruleCacheSeconds },
  unknownFields: 'refused',
  summary: 'Update the traffic rules',
  description:
    'Omitted fields are unchanged; a list that is sent replaces the stored one. A change applies to clicks that are recorded from `holds_from` on, at most 60 seconds later; recorded clicks keep their verdict until you call `applyTrafficRules`. The same request again changes nothing: after a failure, send it again. `dry_run` changes nothing and says in `would` ' +
    `what the stored clicks of the last ${networkKeyDays} days would be. ` +
    'No event is ever dropped for its traffic.',
  body: z
    .object({
      staff_networks: trafficFields.staff_networks.nullish().meta({
        description: 'Networks of your staff in CIDR form: IPv4 /16 to /24, IPv6 /48 to /56. Clicks from them are internal.',
      }),
      rules_off: trafficFields.rules_off.nullish().meta({ description: 'Ids of the rules that are off.' }),
      dry_run: z.boolean().nullish().meta({ description: 'Judge stored clicks and change nothing.' }),
    })
    .meta({ id: 'ChangeTrafficRulesRequest' }),
  responses: {
    200: TrafficRules.extend({
      holds_from: holdsFromField.holds_from.optional(),
      would: TrafficDryRun.optional().meta({ description: 'Only for a dry run.' }),
    }).meta({ id: 'ChangedTrafficRules' }),
  },
  errors: [serviceErrors.too_many_requests],
  rateLimit: trafficRulesDryLimit,
  example: {
    body: { staff_networks: ['203.0.113.0/24'] },
    responses: { 200: { ...exampleTrafficRules, holds_from: '2026-11-26T09:30:31.000Z' } },
  },

  async handle({ body, actor }, { clickRules, keys, dataCentres, ...deps }) {
    const { accountId } = actor;
    const changes: ClickRuleChanges = {
      ...(body.staff_networks && { staffNetworks: body.staff_networks }),
      ...(body.rules_off && { trafficRulesOff: body.rules_off }),
    };
    if (body.dry_run) {
      const headers = await consumeRateLimit(trafficRulesDryLimit, String(accountId), deps.limits);
      const rules = changedRules(await clickRules.read(accountId), changes);
      const would = await dryRunOf(accountId, rules, deps);
      return ok({ ...trafficRulesAnswer(rules, dataCentres), would }, headers);
    }
    const rules = await clickRules.change(accountId, changes, async ({ trafficVersion, staffNetworks, trafficRulesOff }) => [
      await activity('traffic_rules_changed', accountId, {
        version: trafficVersion,
        networks: staffNetworks.length,
        rules_off: trafficRulesOff.join(', '),
      }),
    ]);
    await keys.copyClickRules(accountId, rules);
    return ok({ ...trafficRulesAnswer(rules, dataCentres), ...holdsFrom(deps) });
  },
});
