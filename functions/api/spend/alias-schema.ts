import * as z from 'zod';
import { Network } from '#functions/api/network-schema.ts';
import { plainField } from '#shared/conversions/event-fields.ts';
import { joinLevels, type SpendAlias } from '#shared/spend/rules/joins.ts';
import { maxAliases } from '#shared/spend/rules/limits.ts';

const Alias = z
  .object({
    level: z.enum(joinLevels).meta({ description: 'The level of your value: a campaign, an ad group or an ad.' }),
    network: Network.nullable().default(null).meta({ description: '`null` applies to every network.' }),
    value: plainField(200).meta({
      description: 'Your own value, as clicks have it in `svc_campaign`, `svc_ad_group` or `svc_ad_id`.',
    }),
    id: plainField(200)
      .nullable()
      .default(null)
      .meta({ description: "The network's ID of the campaign, ad group or ad that the value means." }),
    name: plainField(500)
      .nullable()
      .default(null)
      .meta({ description: "The network's name of the campaign, ad group or ad that the value means." }),
  })
  .refine(({ id, name }) => (id === null) !== (name === null), { error: 'Exactly one of id and name' });

const aliases = z
  .array(Alias)
  .max(maxAliases)
  .meta({ description: 'Each alias maps a value of your clicks to an ID or a name at a network.' });
export const SpendAliases = z.object({ aliases }).meta({ id: 'SpendAliases' });
export const SpendAliasesRequest = z.object({ aliases }).meta({ id: 'SpendAliasesRequest' });

export const exampleAliases: z.output<typeof SpendAliases> = {
  aliases: [{ level: 'campaign', network: 'google_ads', value: 'spring', id: '7', name: null }] satisfies SpendAlias[],
};
