import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { assistantAds } from '#shared/assistant-ads/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { keyCursor } from '#shared/http/page-cursor.ts';
import { audit } from '#shared/operators/needs.ts';

const place = keyCursor(/^[1-9]\d{0,15}$/);

export const listAssistantAds = defineEndpoint({
  id: 'listAssistantAds',
  method: 'GET',
  path: '/api/v1/dev/assistant-ads',
  auth: 'operator',
  needs: { assistantAds, audit, users },
  summary: 'List ad accounts of assistant ads',
  description:
    'Returns the ad accounts at the conversational assistant, enabled or not, by user ID. Never a key. Every access is recorded.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50), cursor: place.field }),
  responses: {
    200: z
      .object({
        accounts: z
          .array(
            z.object({
              user_id: z.int(),
              email: z.string().nullable(),
              enabled: z.boolean().meta({ description: 'Whether daily reports are made.' }),
              account_id: z.string().nullable().meta({ description: 'Id of the ad account in the conversational-assistant channel.' }),
              credential_ref: z
                .string()
                .nullable()
                .meta({ description: 'Name of the secret that holds the credentials of the ad account.' }),
              changed_at: z.iso.datetime().meta({ description: 'When an operator changed it last.' }),
            }),
          )
          .meta({ description: 'Ad accounts by user ID.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'AssistantAdAccounts' }),
  },
  example: {
    responses: {
      200: {
        accounts: [
          {
            user_id: 245_813_760_001_024,
            email: 'ada@northwind.example',
            enabled: true,
            account_id: 'act_4711',
            credential_ref: 'assistant_northwind',
            changed_at: '2026-11-21T09:30:00.000Z',
          },
        ],
        next_cursor: null,
      },
    },
  },

  async handle({ query: { limit, cursor }, actor: { by } }, { assistantAds, users, audit }) {
    await audit.record({ actor: by, action: 'list_assistant_ads', userId: null });
    const accountPage = await assistantAds.page({ after: cursor ? Number(cursor) : 0, limit });
    const owners = await users.byIds(accountPage.map(({ userId }) => userId));
    const last = accountPage.length === limit ? accountPage.at(-1) : undefined;
    return ok({
      accounts: accountPage.map(({ userId, isEnabled, accountId, credentialRef, changedAt }) => ({
        user_id: userId,
        email: owners.get(userId)?.email ?? null,
        enabled: isEnabled,
        account_id: accountId,
        credential_ref: credentialRef,
        changed_at: changedAt,
      })),
      next_cursor: last ? place.textOf(String(last.userId)) : null,
    });
  },
});
