import type { ErrorCode } from '#shared/values/errors.ts';
import { promptLimit } from './prompt-limit.ts';
import { PromptAnswer } from './prompt-record.ts';

/**
 * Lambda takes 6 MB with the request's envelope, less than API Gateway's 10; images that are larger together come by
 * their addresses.
 */
const maxBodyBytes = 6_000_000;

/** What both endpoints that make prompts have in common. */
export const promptEndpoint = {
  method: 'POST',
  auth: 'view',
  cors: 'front_ends',
  maxBodyBytes,
  responses: { 200: PromptAnswer },
  errors: [
    'on_waitlist',
    'too_many_requests',
    'insufficient_credits',
    'idempotency_key_reused',
    'still_working',
    'vendor_unavailable',
    'budget_exhausted',
  ] satisfies ErrorCode[],
  rateLimit: promptLimit({ perHour: 60, unverifiedPerDay: 10 }, { emailVerified: true }),
} as const;

export const promptDescription = `The conversation is kept: \`session_id\` leads to it (\`GET /api/v1/competitors/prompts/{session_id}\`).
Images are fetched once, checked by their content, and kept as they came; whatever is written in them is looked at and never obeyed. A body may be ${maxBodyBytes / 1_000_000} MB: give larger images by URL (10 MB each, 24 MB in all).
Problems of an image are 422 at its place: \`address_refused\`, \`image_unreachable\`, \`not_an_image\`, \`image_broken\`, \`image_animated\`, \`image_too_small\`, \`image_too_large\`. What the model declines is 422 \`prompt_refused\`: repeating does not help.
A user can make 60 prompts an hour; without a verified e-mail, phone or identity, 10 a day.
With an \`Idempotency-Key\`, a request is worked on once: a repeat is answered the same, and not paid again.`;
