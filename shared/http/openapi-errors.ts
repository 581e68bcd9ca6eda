import * as z from 'zod';
import type { ErrorTable } from '#shared/values/error-table.ts';
import { type ErrorCode, errorCodes } from '#shared/values/errors.ts';
import type { AnyEndpoint, Auth } from './endpoint.ts';
import { actsOnCaller } from './not-for-clients.ts';
import type { Json } from './openapi-fields.ts';
import { refusesUnknownFields } from './unknown-fields.ts';
import { refusesUnknownQuery } from './unknown-query.ts';

const RequestId = z.string().meta({
  description: 'Id of the request, as in the header `x-request-id`. Quote it when you ask for help.',
});

const ErrorObject = z
  .object({
    code: z.string().meta({ description: 'The same as `code`.' }),
    message: z.string().meta({ description: 'One sentence for a person.' }),
  })
  .optional()
  .meta({ description: 'Only for conversion batches, for clients that read `error.message`.' });

const NextStepBody = z
  .object({
    operation: z.string().meta({ description: 'Operation id of this API.' }),
    title: z.string().meta({ description: 'What the step does, such as the text of a button.' }),
    page: z.string().nullable().meta({
      description: 'Path of the console page for the step, at the address of this API, or `null`.',
    }),
    url: z.url().optional().meta({ description: 'Page of another service, such as the billing portal.' }),
  })
  .meta({ description: 'What to do next. Only for errors that one operation resolves.' });

const ErrorBody = z
  .object({
    detail: z.string().meta({ description: 'One sentence for a person.' }),
    code: z.string().meta({ description: 'Machine-readable code. It does not change.' }),
    request_id: RequestId,
    error: ErrorObject,
    next: NextStepBody.optional(),
    mfa_token: z.string().optional().meta({
      description: 'Only for `mfa_required`: token for the second step of the sign-in. Valid for 5 minutes.',
    }),
  })
  .meta({ id: 'Error' });

const ValidationError = z
  .object({
    detail: z
      .array(
        z.object({
          type: z.string().meta({ description: 'Kind of problem, such as `missing` or `json_invalid`.' }),
          loc: z.array(z.union([z.string(), z.int()])).meta({
            description:
              'Where the problem is: `body`, `query`, `path` or `header`, then the path to the field.',
          }),
          msg: z.string().meta({ description: 'What is wrong. It never repeats the value that was sent.' }),
        }),
      )
      .meta({ description: 'Every problem that was found.' }),
    problem_count: z.int().optional().meta({
      description:
        'The number of all problems. Only if `detail` lists not all of them: it has at most 1,000, in at most 500,000 characters.',
    }),
    request_id: RequestId,
    error: ErrorObject,
  })
  .meta({ id: 'ValidationError', description: 'Every problem of the request, not only the first.' });

const fromAuth: Record<Auth, readonly ErrorCode[]> = {
  none: [],
  user: ['unauthenticated'],
  optionalUser: [],
  view: ['unauthenticated', 'forbidden', 'mfa_enrollment_required', 'not_found', 'validation_failed'],
  report: ['unauthenticated', 'forbidden', 'mfa_enrollment_required', 'not_found', 'validation_failed'],
  viewOrKey: ['unauthenticated', 'forbidden', 'mfa_enrollment_required', 'not_found', 'validation_failed'],
  operator: ['unauthenticated', 'mfa_enrollment_required'],
  devToken: ['unauthenticated', 'mfa_enrollment_required'],
  devUser: ['unauthenticated'],
  readKey: ['unauthenticated'],
  conversionKey: ['unauthenticated', 'public_key_not_accepted'],
  pixelKey: ['unauthenticated', 'origin_not_allowed'],
  billingSignature: ['bad_signature', 'not_configured'],
  partnerSignature: ['bad_signature', 'not_configured'],
};

export function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const { auth, body, params, query, method, errors = [] } = endpoint;
  const all: ErrorCode[] = [...fromAuth[auth as Auth], ...errors];
  if ((auth === 'view' || auth === 'viewOrKey') && method !== 'GET') all.push('account_inactive');
  if ((auth === 'operator' || auth === 'devToken') && method !== 'GET') all.push('forbidden');
  if (actsOnCaller(endpoint)) all.push('not_for_clients');
  if (method !== 'GET') all.push('payload_too_large');
  if (body) all.push('unsupported_encoding');
  if (body || params || query || refusesUnknownQuery(endpoint) || refusesUnknownFields(endpoint))
    all.push('validation_failed');
  // The gateway limits the rate of every route.
  all.push('too_many_requests');
  // A GET without authentication usually reads no store.
  if (auth !== 'none' || method !== 'GET') all.push('unavailable');
  return Object.keys(errorCodes).filter((code): code is ErrorCode => all.includes(code as ErrorCode));
}

const requestId = '3c9d1d4e-7f0b-4a53-9a43-0d7c1c1f8a52';

export const errorExample = (code: ErrorCode): Json => {
  const [, sentence, next]: ErrorTable[string] = errorCodes[code];
  if (code !== 'validation_failed')
    return {
      summary: code,
      value: {
        ...{ detail: sentence, code, request_id: requestId },
        ...(next && { next }),
        ...(code === 'mfa_required' && {
          mfa_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6IjEyMzQ1Njc4In0.e30.example',
        }),
      },
    };
  const problem = { type: 'missing', loc: ['body', 'event_id'], msg: 'Field required' };
  return { summary: 'A field is missing', value: { detail: [problem], request_id: requestId } };
};

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
export const extraHeaders: Record<number, Json> = {
  401: { 'www-authenticate': header('WwwAuthenticate') },
  429: { 'retry-after': header('RetryAfter') },
  502: { 'retry-after': header('RetryAfter') },
  503: { 'retry-after': header('RetryAfter') },
};

export const ownHeaders = ({ rateLimit, callLimit }: Pick<AnyEndpoint, 'rateLimit' | 'callLimit'>): Json => ({
  'x-request-id': header('RequestId'),
  ...((rateLimit ?? callLimit) && {
    ratelimit: header('RateLimit'),
    'ratelimit-policy': header('RateLimitPolicy'),
  }),
});

export function errorResponses(endpoint: AnyEndpoint, schemaOf: (id: string) => Json): Record<number, Json> {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorCodes[code][0]);
  const responses = [...byStatus].map(([status, codes]): [number, Json] => {
    const examples = Object.fromEntries(
      codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
    );
    const schema = schemaOf(status === 422 ? 'ValidationError' : 'Error');
    return [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCodes[code][1]}`).join('\n\n'),
        headers: { ...headersOf(endpoint, codes), ...extraHeaders[status] },
        content: { 'application/json': { schema, examples } },
      },
    ];
  });
  return Object.fromEntries(responses);
}

const tellsLimit = (code: ErrorCode) => [400, 401, 429].includes(errorCodes[code][0]);
const headersOf = (endpoint: AnyEndpoint, codes: readonly ErrorCode[]) =>
  ownHeaders(codes.some((code) => endpoint.errors?.includes(code) && tellsLimit(code)) ? endpoint : {});

export const errorSchemas = { Error: ErrorBody, ValidationError };

type JsonAnswer = { content?: { 'application/json'?: { schema: Json; examples?: Json } } };

export function merged(answers: Record<string, Json>, errors: Record<string, Json>): Record<string, Json> {
  const both = Object.entries(errors).map(([status, error]): [string, Json] => {
    const [ownAnswer, otherAnswer] = [answers[status], error].map(
      (answer) => (answer as JsonAnswer | undefined)?.content?.['application/json'],
    );
    if (!ownAnswer || !otherAnswer) return [status, error];
    const json = {
      schema: { anyOf: [ownAnswer.schema, otherAnswer.schema] },
      examples: { ...ownAnswer.examples, ...otherAnswer.examples },
    };
    const description = [answers[status]?.description, error.description].filter(Boolean).join('\n\n');
    return [status, { ...error, description, content: { 'application/json': json } }];
  });
  return { ...answers, ...Object.fromEntries(both) };
}
