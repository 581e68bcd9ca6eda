import * as z from 'zod';
import { exampleExportId, exportId, exportStatuses } from '#functions/api/export-schema.ts';
import { activity } from '#shared/activity/activity.ts';
import { queues } from '#shared/aws/needs.ts';
import { rules } from '#shared/event-log/mails.ts';
import { exports } from '#shared/event-log/needs.ts';
import { exportQueue } from '#shared/event-log/queues.ts';
import { fileDays } from '#shared/event-log/rules/export-file.ts';
import { accountExportsLimit, maxEventDays } from '#shared/event-log/rules/limits.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { mailRefusalNow } from '#shared/mail/can-send-mail.ts';
import { MailAnswer, mailAnswerOf } from '#shared/mail/mail-answer.ts';
import { mailPreferences, suppressions } from '#shared/mail/needs.ts';
import { days } from '#shared/values/durations.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { newId } from '#shared/values/ids.ts';

export const accountExportUrl = (id: string) => `/api/v1/auth/exports/${id}`;

export const exportAccount = defineEndpoint({
  id: 'exportAccount',
  method: 'POST',
  path: '/api/v1/auth/export',
  auth: 'user',
  needs: { exports, limits, mailPreferences, queues, suppressions },
  unknownFields: 'refused',
  summary: 'Export your data',
  description:
    'Writes everything that belongs to your account to one file, in the background: profile, credit transactions, notifications, the e-mails about it, licences, API keys without their secrets, settings, ' +
    'competitors, keyword plans, reports, prompts with their conversations, and the events of the event log. The file has one JSON object per line (NDJSON, gzip); `record` says what a line is. ' +
    `Poll \`status_url\`. \`email\` says whether an e-mail follows when the file is ready. To a verified address it has a link; link and file expire after ${fileDays} days. One export is written at a time: a request during an export returns the running one.`,
  responses: {
    202: z
      .object({
        export_id: exportId,
        status: exportStatuses,
        status_url: z.string().meta({ description: 'Address to poll for progress.' }),
        email: MailAnswer.meta({ description: 'Whether an e-mail follows when the file is ready.' }),
      })
      .meta({ id: 'NewAccountExport' }),
  },
  answers: { 202: 'The export is written in the background. Poll `status_url`.' },
  errors: [serviceErrors.too_many_requests],
  rateLimit: accountExportsLimit,
  example: {
    responses: {
      202: {
        export_id: exampleExportId,
        status: 'pending',
        status_url: accountExportUrl(exampleExportId),
        email: mailAnswerOf(null),
      },
    },
  },

  async handle({ actor: { accountId, user } }, deps) {
    const { exports, queues, limits, now } = deps;
    const running = await exports.openAccountExport(accountId, user.tokensValidAfter);
    const headers = running ? {} : await consumeRateLimit(accountExportsLimit, String(accountId), limits);
    const createdAt = new Date(now()).toISOString();
    const newExport = {
      id: newId('export'),
      kind: 'account' as const,
      accountId,
      environment: 'live' as const,
      from: [new Date(now() - days(maxEventDays)).toISOString(), user.createdAt].sort().at(-1)?.slice(0, 10) ?? '',
      to: createdAt.slice(0, 10),
      createdAt,
      sessionEpoch: user.tokensValidAfter,
    };
    const activityEffect = await activity('account_export_requested', accountId, { export_id: newExport.id });
    const order = running ?? (await exports.orderAccount(newExport, [activityEffect]));
    if (order.status === 'pending')
      await queues.send(exportQueue, {
        kind: 'account',
        account_id: accountId,
        export_id: order.id,
        created_at: order.createdAt,
        environment: order.environment,
        from: order.from,
        to: order.to,
      });
    const { id, status } = order;
    const email = mailAnswerOf(await mailRefusalNow(rules.account_export_ready, user, deps));
    return reply(202, { export_id: id, status, status_url: accountExportUrl(id), email }, headers);
  },
});
