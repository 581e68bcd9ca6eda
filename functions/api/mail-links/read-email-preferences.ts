import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { mailPreferences } from '#shared/mail/needs.ts';
import { EmailPreferences } from './preferences-schema.ts';

export const readEmailPreferences = defineEndpoint({
  id: 'readEmailPreferences',
  method: 'GET',
  path: '/api/v1/notifications/email-preferences',
  auth: 'user',
  needs: { mailPreferences },
  summary: 'Retrieve your e-mail preferences',
  description: 'Returns which kinds of e-mail you receive.',
  responses: { 200: EmailPreferences },
  example: { responses: { 200: { lifecycle_emails: true } } },

  handle: async ({ actor: { userId } }, { mailPreferences }) => ok({ lifecycle_emails: await mailPreferences.isSubscribed(userId) }),
});
