import * as z from 'zod';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { rules } from '#shared/assistant-ads/mails.ts';
import { assistantAds } from '#shared/assistant-ads/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { mailRefusalNow } from '#shared/mail/can-send-mail.ts';
import { MailAnswer, mailAnswerOf } from '#shared/mail/mail-answer.ts';
import { mailPreferences, suppressions } from '#shared/mail/needs.ts';
import { GivenReason, reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { SecretMissing, type Secrets } from '#shared/secrets.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

/** Vendors' keys have another form, so no operator stores a key here by mistake. */
const CredentialRef = z
  .string()
  .regex(/^assistant_[a-z0-9_]{1,60}$/)
  .meta({
    description: "Name of the entry in the stage's secret that holds the key of this ad account. Never the key itself.",
    example: 'assistant_northwind',
  });

export const toggleAssistantAds = defineEndpoint({
  id: 'toggleAssistantAds',
  method: 'POST',
  path: '/api/v1/dev/toggle-assistant-ads',
  auth: 'operator',
  needs: { assistantAds, audit, limits, mailPreferences, suppressions, users },
  summary: 'Enable or disable assistant ads for a user',
  description:
    "Enables or disables assistant ads for a user, and registers the user's ad account. " +
    'Repeatable. A `credential_ref` that is not in the secret is 422; a new entry is available within five minutes. Omitted fields are unchanged, even while the feature is disabled. Without an account (`account_id: null` in the response), no daily report can be made yet.',
  body: z
    .object({
      ...userNaming,
      enabled: z.boolean().meta({ description: 'Whether to enable it.' }),
      account_id: z
        .string()
        .trim()
        .regex(/^[\w-]{1,100}$/)
        .nullish()
        .meta({ description: 'Id of the ad account at the assistant.', example: 'act_4711' }),
      credential_ref: CredentialRef.nullish().meta({
        description: 'Name of the secret that holds the credentials of the ad account.',
      }),
      reason: GivenReason,
    })
    .meta({ id: 'ToggleAssistantAdsRequest' }),
  check: namesOneUser,
  responses: {
    200: z
      .object({
        user_id: z.int(),
        assistant_ads_enabled: z.boolean().meta({ description: 'Whether the daily reports of assistant ads are enabled.' }),
        account_id: z.string().nullable().meta({ description: 'The registered ad account, or `null`.' }),
        credential_ref: z.string().nullable().meta({ description: 'Name of the secret that holds the credentials of the ad account.' }),
        report_email: MailAnswer.nullable().meta({
          description:
            'Whether the user would receive the daily report by e-mail now; `null` while assistant ads are disabled. Reports are stored in any case.',
        }),
      })
      .meta({ id: 'AssistantAdsSetting' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    body: { email: 'ada@northwind.example', enabled: true, account_id: 'act_4711' },
    responses: {
      200: {
        user_id: 245_813_760_001_024,
        assistant_ads_enabled: true,
        account_id: 'act_4711',
        credential_ref: null,
        report_email: mailAnswerOf(null),
      },
    },
  },

  async handle({ body, actor }, deps) {
    const { users, audit, assistantAds, secrets } = deps;
    const user = await namedUser(body, users);
    const { id } = user;
    const { enabled, account_id = null, credential_ref = null } = body;
    if (credential_ref) await assertKnown(credential_ref, secrets);
    const isSet = await users.transactOrConflict([
      users.changePart(id, { assistantAdsEnabled: enabled }),
      assistantAds.setPart(ownAccountOf(id), {
        isEnabled: enabled,
        accountId: account_id,
        credentialRef: credential_ref,
      }),
      ...audit.parts({
        actor: actor.by,
        action: 'toggle_assistant_ads',
        userId: ownAccountOf(id),
        details: {
          enabled,
          ...(account_id && { account_id }),
          ...(credential_ref && { credential_ref }),
          ...reasonDetails(body.reason),
        },
      }),
    ]);
    const current = isSet && (await assistantAds.byUser(ownAccountOf(id)));
    if (!current) throw fail(serviceErrors.not_found);
    return ok({
      user_id: id,
      assistant_ads_enabled: current.isEnabled,
      account_id: current.accountId,
      credential_ref: current.credentialRef,
      report_email: current.isEnabled ? mailAnswerOf(await mailRefusalNow(rules.assistant_report, user, deps)) : null,
    });
  },
});

async function assertKnown(credentialRef: string, secrets: Pick<Secrets, 'ofAdAccount'>): Promise<void> {
  try {
    await secrets.ofAdAccount(credentialRef);
  } catch (error) {
    if (!(error instanceof SecretMissing)) throw error;
    throw invalid({
      type: 'value_error',
      loc: ['body', 'credential_ref'],
      msg: "The stage's secret has no entry of this name",
    });
  }
}
