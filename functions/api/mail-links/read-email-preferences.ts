import type { Deps } from '#functions/http/mail-links/deps.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { EmailPreferences } from './preferences-schema.ts';

export const readEmailPreferences = defineEndpoint<Deps>()({
  id: 'readEmailPreferences',
  method: 'GET',
  path: '/api/v1/notifications/email-preferences',
  auth: 'user',
  summary: 'Retrieve your e-mail preferences',
  description: 'Returns which kinds of e-mail you receive.',
  responses: { 200: EmailPreferences },
  example: { responses: { 200: { lifecycle_emails: true } } },

  handle: async ({ actor: { userId } }, { mailPreferences }) =>
    ok({ lifecycle_emails: await mailPreferences.isSubscribed(userId) }),
});
