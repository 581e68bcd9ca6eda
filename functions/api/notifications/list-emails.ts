import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { mailLog } from '#shared/mail/needs.ts';
import { mailOutcomes } from '#shared/mail/store/mail-log.ts';
import type { MailTemplate } from '#shared/messages/mail-templates.ts';
import { mailWords } from '#shared/registry/mails.ts';

const maxRead = 200;

const isAboutAccount = <M extends { template: string }>(mail: M): mail is M & { template: MailTemplate } =>
  Object.hasOwn(mailWords, mail.template);

/** Only the day of a report is in the list, which its ID ends with. */
const subjectOf = (template: MailTemplate, id: string) =>
  mailWords[template]({ day: id.slice(-10) }, { help: '', exportLinkDays: 0 }).subject;

const reasons = mailOutcomes.filter((outcome) => outcome !== 'sent' && outcome !== 'unknown');

export const listEmails = defineEndpoint({
  id: 'listEmails',
  method: 'GET',
  path: '/api/v1/notifications/emails',
  auth: 'user',
  needs: { mailLog },
  summary: 'List the e-mails about your account',
  description:
    'Returns the e-mails of the last 90 days about your account, newest first, with their outcome: notices, reminders and reports, also those that were not sent. Codes and invitations are not in the list.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  responses: {
    200: z
      .object({
        emails: z
          .array(
            z.object({
              id: z.string(),
              at: z.iso.datetime().meta({ description: 'When the e-mail was sent, or was not.' }),
              type: z.string().meta({ description: 'What kind of e-mail.' }),
              subject: z.string().meta({ description: 'The subject, without words of your account.' }),
              outcome: z.enum(['sent', 'not_sent', 'unknown']).meta({
                description: '`unknown`: nobody knows whether it was sent, so it is not sent again.',
              }),
              reason: z.enum(reasons).nullable().meta({
                description:
                  'Why it was not sent. `unverified_mail`: nobody verified the address, and it had had its five e-mails of the day. `failed`: the mail service did not accept it; it is retried.',
              }),
            }),
          )
          .meta({ description: 'The e-mails, newest first.' }),
      })
      .meta({ id: 'AccountEmails' }),
  },
  example: {
    query: { limit: 50 },
    responses: {
      200: {
        emails: [
          {
            id: 'secret_key_issued#key_7Rk2VbXq9LmT4cWz0NpYsA',
            at: '2026-11-21T09:00:01.000Z',
            type: 'secret_key_issued',
            subject: 'A new Conversion API key was created',
            outcome: 'not_sent' as const,
            reason: 'unverified_mail' as const,
          },
        ],
      },
    },
  },

  async handle({ query: { limit }, actor: { userId } }, { mailLog }) {
    const logged = await mailLog.latest(userId, maxRead);
    const emails = logged
      .filter(isAboutAccount)
      .slice(0, limit)
      .map(({ id, at, template, outcome }) => {
        const isKnown = outcome === 'sent' || outcome === 'unknown';
        return {
          id,
          at,
          type: template,
          subject: subjectOf(template, id),
          outcome: isKnown ? outcome : ('not_sent' as const),
          reason: isKnown ? null : outcome,
        };
      });
    return ok({ emails });
  },
});
