import * as z from 'zod';
import { type ClickRules, maxStaffNetworks } from '#shared/clicks/rules/click-rules.ts';
import type { DataCentres } from '#shared/clicks/rules/data-centres.ts';
import { problemOfNetwork } from '#shared/clicks/rules/staff-networks.ts';
import { trafficKinds, trafficRules, trafficSignals } from '#shared/clicks/rules/traffic.ts';

const Network = z
  .string()
  .max(64)
  .transform((sentNetwork, context) => {
    const ipNetwork = sentNetwork.trim().toLowerCase();
    const problem = problemOfNetwork(ipNetwork);
    if (problem === undefined) return ipNetwork;
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });
const isUnique = (entries: readonly string[]) => new Set(entries).size === entries.length;

export const trafficFields = {
  staff_networks: z.array(Network).max(maxStaffNetworks).refine(isUnique, { error: 'Each network once' }).meta({
    description: 'Networks of your staff: clicks from them are `internal`. IPv4 with a prefix of /16 to /24, IPv6 of /48 to /56.',
  }),
  rules_off: z.array(z.enum(trafficSignals)).max(trafficSignals.length).refine(isUnique, { error: 'Each rule once' }).meta({
    description: 'Rules that decide nothing. Their signals are stored with clicks all the same.',
  }),
};

export const TrafficRules = z
  .object({
    version: z.int().meta({ description: 'One more with each change. 0: you never changed anything.' }),
    staff_networks: z.array(z.string()).meta({
      description: 'Networks of your staff in CIDR form: IPv4 /16 to /24, IPv6 /48 to /56. Clicks from them are internal.',
    }),
    rules_off: z.array(z.enum(trafficSignals)).meta({
      description: 'Rules that you switched off, also those that are not available.',
    }),
    data_centres_date: z.iso.date().nullable().meta({
      description: 'Day of the list of data-centre addresses. `null`: the service has none.',
    }),
    rules: z
      .array(
        z.object({
          id: z.enum(trafficSignals),
          traffic: z.enum(trafficKinds).meta({ description: 'The verdict if this rule decides.' }),
          when: z.string().meta({ description: 'What must hold.' }),
          is_on: z.boolean().meta({ description: 'Whether the rule decides.' }),
          is_available: z.boolean().meta({
            description:
              '`false`: this service cannot tell. `data_centre` needs a list of addresses, which the operator of the service installs.',
          }),
        }),
      )
      .meta({ description: 'In their order: the first that is on and holds decides, else it is `human`.' }),
  })
  .meta({ id: 'TrafficRules' });

export const trafficRulesAnswer = (
  { trafficVersion, staffNetworks, trafficRulesOff }: Pick<ClickRules, 'trafficVersion' | 'staffNetworks' | 'trafficRulesOff'>,
  { date }: Pick<DataCentres, 'date'>,
): z.input<typeof TrafficRules> => ({
  version: trafficVersion,
  staff_networks: [...staffNetworks],
  rules_off: [...trafficRulesOff],
  data_centres_date: date,
  rules: trafficSignals.map((id) => {
    const isAvailable = id !== 'data_centre' || date !== null;
    const isOn = isAvailable && !trafficRulesOff.includes(id);
    return { id, ...trafficRules[id], is_on: isOn, is_available: isAvailable };
  }),
});

export const exampleTrafficRules = trafficRulesAnswer(
  { trafficVersion: 2, staffNetworks: ['203.0.113.0/24'], trafficRulesOff: [] },
  { date: '2026-11-20' },
);
