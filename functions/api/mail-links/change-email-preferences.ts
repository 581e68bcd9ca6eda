import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { mailPreferences } from '#shared/mail/needs.ts';
import { EmailPreferences } from './preferences-schema.ts';

export const changeEmailPreferences = defineEndpoint({
  id: 'changeEmailPreferences',
  method: 'PUT',
  path: '/api/v1/notifications/email-preferences',
  auth: 'user',
  needs: { mailPreferences },
  unknownFields: 'refused',
  summary: 'Update your e-mail preferences',
  description: 'Changes which kinds of e-mail you receive. Codes and security notices do not depend on it.',
  body: EmailPreferences,
  responses: { 200: EmailPreferences },
  example: { body: { lifecycle_emails: false }, responses: { 200: { lifecycle_emails: false } } },

  async handle({ body, actor: { userId } }, { mailPreferences }) {
    await mailPreferences.set(userId, body.lifecycle_emails);
    return ok(body);
  },
});
