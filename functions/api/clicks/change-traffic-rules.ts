import * as z from 'zod';
import type { Deps } from '#functions/http/attribution/deps.ts';
import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import {
  exampleTrafficRules,
  TrafficRules,
  trafficFields,
  trafficRulesAnswer,
} from './traffic-rules-schema.ts';

export const changeTrafficRules = defineEndpoint<Deps>()({
  id: 'changeTrafficRules',
  method: 'PUT',
  path: '/api/v1/pixel/traffic-rules',
  auth: 'view',
  unknownFields: 'refused',
  cors: 'front_ends',
  summary: 'Update the traffic rules',
  description:
    'Omitted fields are unchanged; a list that is sent replaces the stored one. A change applies to clicks that are recorded from then on, within 60 seconds; recorded clicks keep their verdict. The same request again changes nothing: after a failure, send it again. No event is ever dropped for its traffic.',
  body: z
    .object({
      staff_networks: trafficFields.staff_networks.nullish(),
      rules_off: trafficFields.rules_off.nullish(),
    })
    .meta({ id: 'ChangeTrafficRulesRequest' }),
  responses: { 200: TrafficRules },
  example: {
    body: { staff_networks: ['203.0.113.0/24'] },
    responses: { 200: exampleTrafficRules },
  },

  async handle({ body, actor }, { clickRules, keys }) {
    const { userId } = actor;
    const rules = await clickRules.change(
      userId,
      {
        ...(body.staff_networks && { staffNetworks: body.staff_networks }),
        ...(body.rules_off && { trafficRulesOff: body.rules_off }),
      },
      async ({ trafficVersion, staffNetworks, trafficRulesOff }) => [
        await activity('traffic_rules_changed', userId, {
          version: trafficVersion,
          networks: staffNetworks.length,
          rules_off: trafficRulesOff.join(', '),
        }),
      ],
    );
    await keys.copyClickRules(userId, rules);
    return ok(trafficRulesAnswer(rules));
  },
});
