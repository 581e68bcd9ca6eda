import * as z from 'zod';
import { exampleIngestLimits, IngestLimitsRecord, ingestLimitsRecordOf } from '#functions/api/operators/events/ingest-limits-schema.ts';
import { managedClients, users } from '#shared/accounts/needs.ts';
import { currentSessionsOf } from '#shared/accounts/rules/user-sessions.ts';
import { exampleUser, UserRecord, userRecordOf } from '#shared/accounts/user-record.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { assistantAds } from '#shared/assistant-ads/needs.ts';
import { billingRecords } from '#shared/billing/needs.ts';
import { defaultIngestLimit, ingestLimits } from '#shared/conversions/needs.ts';
import { credits } from '#shared/credits/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { LicenceStatusName, TierNumber } from '#shared/licences/licence-record.ts';
import { licences } from '#shared/licences/needs.ts';
import { mailLog } from '#shared/mail/needs.ts';
import { mailOutcomes } from '#shared/mail/store/mail-log.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

const Key = z.object({
  id: z.string(),
  kind: z.enum(['public', 'secret', 'read']),
  environment: z.enum(['live', 'test']),
  name: z.string(),
  prefix: z.string().meta({ description: 'First characters of the key.' }),
  last4: z.string().meta({ description: 'Last four characters of the key.' }),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().meta({ description: 'When the key was last used, to the minute, or `null`.' }),
  revoked_at: z.iso.datetime().nullable(),
  suspended_at: z.iso.datetime().nullable().meta({
    description: 'Since when the key is suspended, because the account was deleted or invalidated.',
  }),
});

const Subscription = z.object({
  id: z.string(),
  status: z.string().meta({ description: "The processor's own word." }),
  period_end: z.iso.datetime().nullable().meta({ description: 'End of the paid period.' }),
  paused_at: z.iso.datetime().nullable().meta({ description: 'When collection was paused.' }),
});

export const readAccount = defineEndpoint({
  id: 'readAccount',
  method: 'GET',
  path: '/api/v1/dev/users/{user_id}',
  auth: 'operator',
  needs: {
    assistantAds,
    audit,
    billingRecords,
    credits,
    defaultIngestLimit,
    ingestLimits,
    keys,
    licences,
    mailLog,
    managedClients,
    users,
  },
  summary: 'Retrieve an account with everything that operators manage',
  description:
    'Returns the profile of a user with credits, keys, subscriptions, licences, assistant ads, limits, e-mails and managed clients. Never a secret. Every access is recorded.',
  params: z.object({ user_id: z.coerce.number().int().min(1) }),
  responses: {
    200: z
      .object({
        user: UserRecord,
        email_verified: z.boolean().meta({ description: 'Whether the owner has shown to read the mail.' }),
        has_password: z.boolean().meta({ description: 'Whether a password signs the user in.' }),
        has_identity: z.boolean().meta({ description: 'Whether an identity provider signs the user in.' }),
        sessions: z.int().min(0).meta({ description: 'Number of current sign-ins.' }),
        deleted_at: z.iso.datetime().nullable().meta({
          description: 'When the owner deleted the account, until it is restored or erased.',
        }),
        balance: z.int().min(0).meta({ description: 'Current number of credits.' }),
        keys: z.array(Key).meta({ description: 'Keys, newest first, including revoked ones.' }),
        subscriptions: z.array(Subscription).meta({ description: 'Subscriptions at the payment processor.' }),
        licences: z
          .array(
            z.object({
              license_key: z.string(),
              tier: TierNumber.nullable().meta({ description: 'Tier of the licence: 1, 2 or 3.' }),
              status: LicenceStatusName,
              role: z.enum(['holder', 'member']),
            }),
          )
          .meta({ description: 'Licences that the user holds or is in the team of.' }),
        assistant_ads: z
          .object({
            enabled: z.boolean().meta({ description: 'Whether to enable it.' }),
            account_id: z.string().nullable().meta({ description: 'Id of the ad account in the conversational-assistant channel.' }),
            credential_ref: z.string().nullable().meta({ description: 'Name of the secret that holds the credentials of the ad account.' }),
          })
          .meta({ description: 'The ad account at the conversational assistant.' }),
        ingest_limits: IngestLimitsRecord.meta({ description: 'How many events each secret key can send.' }),
        mails: z
          .array(
            z.object({
              id: z.string(),
              at: z.iso.datetime(),
              template: z.string().meta({ description: 'What kind of e-mail.' }),
              outcome: z.enum(mailOutcomes).meta({
                description:
                  'Sent, or why not. `failed`: the mail service did not accept it; it is retried. `unknown`: it may have been sent.',
              }),
            }),
          )
          .meta({ description: 'E-mails of the last 90 days to this user, newest first; at most 50.' }),
        managed_client_ids: z.array(z.int()).meta({ description: 'Users whose data this user can view.' }),
      })
      .meta({ id: 'ManagedAccount' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { user_id: exampleUser.id },
    responses: {
      200: {
        user: exampleUser,
        email_verified: true,
        has_password: true,
        has_identity: false,
        sessions: 1,
        deleted_at: null,
        balance: 105,
        keys: [
          {
            id: 'key_7Rk2VbXq9LmT4cWz0NpYsA',
            kind: 'secret',
            environment: 'live',
            name: 'Shop back end',
            prefix: 'sk_live_',
            last4: 'x9Kd',
            created_at: '2026-11-21T09:00:00.000Z',
            last_used_at: null,
            revoked_at: null,
            suspended_at: null,
          },
        ],
        subscriptions: [],
        licences: [],
        assistant_ads: { enabled: false, account_id: null, credential_ref: null },
        ingest_limits: exampleIngestLimits,
        mails: [
          {
            id: 'secret_key_issued#key_7Rk2VbXq9LmT4cWz0NpYsA',
            at: '2026-11-21T09:00:01.000Z',
            template: 'secret_key_issued',
            outcome: 'sent',
          },
        ],
        managed_client_ids: [],
      },
    },
  },

  async handle({ params: { user_id }, actor: { by } }, deps) {
    const user = await deps.users.byId(user_id);
    await deps.audit.record({
      actor: by,
      action: 'read_account',
      userId: user_id,
      details: user ? {} : { found: false },
    });
    if (!user) throw fail(serviceErrors.not_found);
    const [ledger, keys, billing, licences, ads, limits, clients, mails] = await Promise.all([
      deps.credits.page(user_id, { limit: 1 }),
      deps.keys.list(user_id),
      deps.billingRecords.account(user_id),
      deps.licences.ofUser(user_id),
      deps.assistantAds.byUser(user_id),
      deps.ingestLimits.byAccount(user_id, { consistent: true }),
      deps.managedClients.list(user_id),
      deps.mailLog.latest(user_id, 50),
    ]);
    return ok({
      user: userRecordOf(user),
      email_verified: user.emailVerified,
      has_password: user.passwordHash !== null,
      has_identity: user.identity !== null,
      sessions: currentSessionsOf(user, deps.now()).length,
      deleted_at: user.deletion?.requestedAt ?? null,
      balance: ledger.balance,
      keys: keys.map(({ id, kind, environment, name, prefix, last4, createdAt, lastUsedAt, revokedAt, suspendedAt }) => ({
        id,
        kind,
        environment,
        name,
        prefix,
        last4,
        created_at: createdAt,
        last_used_at: lastUsedAt ?? null,
        revoked_at: revokedAt ?? null,
        suspended_at: suspendedAt ?? null,
      })),
      subscriptions: billing.subscriptions.map(({ id, status, periodEnd, pausedAt }) => ({
        id,
        status,
        period_end: periodEnd,
        paused_at: pausedAt,
      })),
      licences: licences.licences.map(({ licenceKey, tier, status, userId }) => ({
        license_key: licenceKey,
        tier,
        status,
        role: userId === user_id ? ('holder' as const) : ('member' as const),
      })),
      assistant_ads: {
        enabled: user.assistantAdsEnabled,
        account_id: ads?.accountId ?? null,
        credential_ref: ads?.credentialRef ?? null,
      },
      ingest_limits: ingestLimitsRecordOf(user_id, limits, deps.defaultIngestLimit),
      mails: mails.map(({ id, at, template, outcome }) => ({ id, at, template, outcome })),
      managed_client_ids: clients.map(({ clientUserId }) => clientUserId),
    });
  },
});
