import * as z from 'zod';
import { actorOf } from '#functions/api/owner-scope.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { activity } from '#shared/activity/activity.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { objects } from '#shared/aws/needs.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { uploadLinkMinutes, uploadsLimit } from '#shared/spend/rules/limits.ts';
import { maxUploadBytes, uploadDays, uploadFile } from '#shared/spend/rules/upload-file.ts';
import { minutes } from '#shared/values/durations.ts';
import { newId } from '#shared/values/ids.ts';
import { spendScope } from './spend-scope.ts';

export const createUpload = defineEndpoint({
  id: 'createUpload',
  method: 'POST',
  path: '/api/v1/uploads',
  auth: 'viewOrKey',
  needs: { activityLog, limits, objects },
  unknownFields: 'refused',
  summary: 'Create an address for a file',
  description: `Returns an address to which a file of up to ${maxUploadBytes / 1_048_576} MB is sent with \`PUT\`, without credentials, within ${uploadLinkMinutes} minutes. Then send \`upload_id\` in place of the rows. The file is deleted after ${uploadDays} days.`,
  body: z
    .object({
      size_bytes: z.int().min(1).max(maxUploadBytes).meta({ description: 'The size of the file in bytes.' }),
    })
    .meta({ id: 'UploadRequest' }),
  responses: {
    201: z
      .object({
        upload_id: z.string().meta({ description: 'Id of the upload, for `upload_id` of an import.' }),
        url: z.string().meta({ description: 'Address to send the file to, with `method`.' }),
        method: z.literal('PUT').meta({ description: 'Method of the request to `url`.' }),
        expires_at: z.iso.datetime().meta({ description: 'The address expires at this time.' }),
      })
      .meta({ id: 'Upload' }),
  },
  rateLimit: uploadsLimit,
  errors: [accountErrors.account_inactive],
  example: {
    body: { size_bytes: 12_000_000 },
    responses: {
      201: {
        upload_id: 'upload_7Rk2VbXq9LmT4cWz0NpYsA',
        url: 'https://adtrail-exports.s3.us-east-1.amazonaws.com/uploads/1/upload_7Rk2VbXq9LmT4cWz0NpYsA?X-Amz-Signature=…',
        method: 'PUT',
        expires_at: '2026-11-21T09:45:00.000Z',
      },
    },
  },

  async handle({ actor, body }, { objects, limits, activityLog, now }) {
    const { accountId } = spendScope(actor, {});
    const headers = await consumeRateLimit(uploadsLimit, String(accountId), limits);
    const id = newId('upload');
    await activityLog.note(await activity('upload_created', accountId, { upload_id: id, size_bytes: body.size_bytes }, actorOf(actor)));
    const url = objects.uploadLink(uploadFile(accountId, id), {
      seconds: uploadLinkMinutes * 60,
      sizeBytes: body.size_bytes,
    });
    const expires_at = new Date(now() + minutes(uploadLinkMinutes)).toISOString();
    return reply(201, { upload_id: id, url, method: 'PUT' as const, expires_at }, headers);
  },
});
