import * as z from 'zod';
import { plainField } from '#shared/conversions/event-fields.ts';
import { joinLevels, type SpendAlias } from '#shared/spend/rules/joins.ts';
import { Network } from './spend-request.ts';

const maxAliases = 1000;

const Alias = z
  .object({
    level: z.enum(joinLevels).meta({ description: 'What the value names.' }),
    network: Network.nullable().default(null).meta({ description: '`null`: of every network.' }),
    value: plainField(200).meta({
      description: 'Your own value, as clicks have it in `svc_campaign`, `svc_ad_group` or `svc_ad_id`.',
    }),
    id: plainField(200).nullable().default(null).meta({ description: "The network's id that it means." }),
    name: plainField(500).nullable().default(null).meta({ description: "The network's name that it means." }),
  })
  .refine(({ id, name }) => (id === null) !== (name === null), { error: 'Exactly one of id and name' });

const aliases = z
  .array(Alias)
  .max(maxAliases)
  .meta({ description: 'What your own values mean at the networks.' });
export const SpendAliases = z.object({ aliases }).meta({ id: 'SpendAliases' });
export const SpendAliasesRequest = z.object({ aliases }).meta({ id: 'SpendAliasesRequest' });

export const exampleAliases: z.output<typeof SpendAliases> = {
  aliases: [
    { level: 'campaign', network: 'google_ads', value: 'spring', id: '7', name: null },
  ] satisfies SpendAlias[],
};
