import { accountErrors } from '#shared/accounts/errors.ts';
import { creditErrors } from '#shared/credits/errors.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { promptLimit } from './prompt-limit.ts';
import { PromptAnswer } from './prompt-record.ts';

/** Lambda accepts a request of 6 MB including its envelope, so larger images must be sent as addresses. */
const maxBodyBytes = 6_000_000;

export const promptEndpoint = {
  method: 'POST',
  auth: 'view',
  maxBodyBytes,
  responses: { 200: PromptAnswer },
  errors: [
    accountErrors.on_waitlist,
    serviceErrors.too_many_requests,
    creditErrors.insufficient_credits,
    serviceErrors.idempotency_key_reused,
    serviceErrors.still_working,
    serviceErrors.vendor_unavailable,
    serviceErrors.budget_exhausted,
  ],
  rateLimit: promptLimit({ perHour: 60, unverifiedPerDay: 10 }, { emailVerified: true }),
} as const;

export const promptDescription = `The conversation is stored: read it with \`GET /api/v1/competitors/prompts/{session_id}\`.
Images are fetched once, checked by their content, and stored unchanged. Text inside images is treated as data, never as instructions. A body can have ${maxBodyBytes / 1_000_000} MB: send larger images by URL (10 MB each, 24 MB in total).
Problems with an image are 422, with the path to the image in \`loc\`: \`address_refused\`, \`image_unreachable\`, \`not_an_image\`, \`image_broken\`, \`image_animated\`, \`image_too_small\`, \`image_too_large\`. If the model declines, the response is 422 \`prompt_refused\`; a retry does not help.
A user can generate 60 prompts an hour; without a verified e-mail, phone or identity, 10 a day.
With an \`Idempotency-Key\`, a request is processed and paid once: a retry returns the same response.
A response usually takes a few seconds, at most 25. If the model does not begin its answer within 8 seconds or does not finish it within 25, the response is 503 \`vendor_unavailable\`.`;
