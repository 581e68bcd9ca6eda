import * as z from 'zod';
import type { Recovery } from '#shared/accounts/deletion/store/recoveries.ts';
import { removableSettings } from '#shared/accounts/rules/removable-settings.ts';

const AccountRecovery = z
  .object({
    at: z.iso.datetime().meta({ description: 'When the account was recovered.' }),
    by: z.enum(['reset', 'identity']).meta({
      description: '`reset`: by a password reset. `identity`: by the first sign-in with the identity provider.',
    }),
    ended: z
      .array(
        z.object({
          kind: z.string().meta({
            description: '`api_key`, `webhook_endpoint`, `export`, `team_member`, `team_invitation` or `team_membership`.',
          }),
          id: z.string(),
          detail: z.string().meta({
            description:
              'What identifies it: the beginning and end of a key, the URL of an endpoint, the number of exports, an invited address. Someone else may have chosen it.',
          }),
          created_at: z.iso.datetime().nullable(),
        }),
      )
      .meta({ description: 'What was made before the recovery and ended with it.' }),
    to_confirm: z
      .array(
        z.object({
          field: z.string().meta({
            description:
              'Which setting it is: a field of the profile such as `company_website`, `pixel`, `attribution_settings`, `traffic_rules`, `channel_rules`, `spend_aliases`, `exchange_rates` or `reconciliation_rules`.',
          }),
          value: z.string().meta({ description: 'What is set, cut after 200 characters.' }),
          removable: z.boolean().meta({
            description: 'Whether `removeRecoveredSettings` brings the setting back to its default.',
          }),
        }),
      )
      .meta({ description: 'Settings from before the recovery that stay. Check that they are yours.' }),
    confirmed_at: z.iso.datetime().nullable().meta({ description: 'When you confirmed the settings.' }),
  })
  .meta({ id: 'AccountRecovery' });

export const AccountRecoveryAnswer = z
  .object({
    recovery: AccountRecovery.nullable().meta({
      description: '`null` if the account was not recovered in the last 90 days.',
    }),
  })
  .meta({ id: 'AccountRecoveryAnswer' });

export const recoveryAnswerOf = (recovery: Recovery | null): z.input<typeof AccountRecoveryAnswer> => ({
  recovery: recovery && {
    at: recovery.at,
    by: recovery.by,
    ended: recovery.ended.map(({ kind, id, detail, createdAt }) => ({
      kind,
      id,
      detail,
      created_at: createdAt,
    })),
    to_confirm: recovery.toConfirm.map(({ field, value }) => ({
      field,
      value,
      removable: (removableSettings as readonly string[]).includes(field),
    })),
    confirmed_at: recovery.confirmedAt ?? null,
  },
});

export const exampleRecovery: z.input<typeof AccountRecoveryAnswer> = {
  recovery: {
    at: '2026-11-21T09:30:00.000Z',
    by: 'reset',
    ended: [
      {
        kind: 'webhook_endpoint',
        id: 'whe_3vJm8Q2dLr6sTn0pXc5yBk',
        detail: 'https://hooks.example/adtrail',
        created_at: '2026-11-20T08:00:00.000Z',
      },
    ],
    to_confirm: [
      { field: 'company_website', value: 'https://northwind.example/', removable: false },
      { field: 'traffic_rules', value: 'staff_networks: 192.0.2.0/24', removable: true },
    ],
    confirmed_at: null,
  },
};
