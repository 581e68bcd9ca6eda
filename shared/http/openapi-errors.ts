import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { apiKeyErrors } from '#shared/api-keys/errors.ts';
import { operatorErrors } from '#shared/operators/errors.ts';
import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { serviceErrors } from '#shared/values/errors.ts';
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
            description: 'Where the problem is: `body`, `query`, `path` or `header`, then the path to the field.',
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

const fromAuth: Record<Auth, readonly DeclaredError[]> = {
  none: [],
  user: [serviceErrors.unauthenticated],
  optionalUser: [],
  view: [
    serviceErrors.unauthenticated,
    serviceErrors.forbidden,
    operatorErrors.mfa_enrollment_required,
    serviceErrors.not_found,
    serviceErrors.validation_failed,
  ],
  report: [
    serviceErrors.unauthenticated,
    serviceErrors.forbidden,
    operatorErrors.mfa_enrollment_required,
    serviceErrors.not_found,
    serviceErrors.validation_failed,
  ],
  viewOrKey: [
    serviceErrors.unauthenticated,
    serviceErrors.forbidden,
    operatorErrors.mfa_enrollment_required,
    serviceErrors.not_found,
    serviceErrors.validation_failed,
  ],
  operator: [serviceErrors.unauthenticated, operatorErrors.mfa_enrollment_required],
  devToken: [serviceErrors.unauthenticated, operatorErrors.mfa_enrollment_required],
  devUser: [serviceErrors.unauthenticated],
  readKey: [serviceErrors.unauthenticated],
  conversionKey: [serviceErrors.unauthenticated, apiKeyErrors.public_key_not_accepted],
  pixelKey: [serviceErrors.unauthenticated, apiKeyErrors.origin_not_allowed],
  billingSignature: [serviceErrors.bad_signature, serviceErrors.not_configured],
  partnerSignature: [serviceErrors.bad_signature, serviceErrors.not_configured],
};

export function errorsOf(endpoint: AnyEndpoint): DeclaredError[] {
  const { auth, body, params, query, method, errors = [] } = endpoint;
  const all: DeclaredError[] = [...fromAuth[auth as Auth], ...errors];
  if ((auth === 'view' || auth === 'viewOrKey') && method !== 'GET') all.push(accountErrors.account_inactive);
  if ((auth === 'operator' || auth === 'devToken') && method !== 'GET') all.push(serviceErrors.forbidden);
  if (actsOnCaller(endpoint)) all.push(accountErrors.not_for_clients);
  if (method !== 'GET') all.push(serviceErrors.payload_too_large);
  if (body) all.push(serviceErrors.unsupported_encoding);
  if (body || params || query || refusesUnknownQuery(endpoint) || refusesUnknownFields(endpoint)) all.push(serviceErrors.validation_failed);
  // The gateway limits the rate of every route.
  all.push(serviceErrors.too_many_requests);
  // A GET without authentication usually reads no store.
  if (auth !== 'none' || method !== 'GET') all.push(serviceErrors.unavailable);
  return [...new Set(all)];
}

const requestId = '3c9d1d4e-7f0b-4a53-9a43-0d7c1c1f8a52';

export const errorExample = ({ code, sentence, next }: DeclaredError): Json => {
  if (code !== 'validation_failed')
    return {
      summary: code,
      value: {
        detail: sentence,
        code,
        request_id: requestId,
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

export function errorResponses(
  endpoint: AnyEndpoint,
  errors: readonly DeclaredError[],
  schemaOf: (id: string) => Json,
): Record<number, Json> {
  const byStatus = Map.groupBy(errors, ({ status }) => status);
  const responses = [...byStatus].map(([status, ofStatus]): [number, Json] => {
    const examples = Object.fromEntries(ofStatus.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]));
    const schema = schemaOf(status === 422 ? 'ValidationError' : 'Error');
    return [
      status,
      {
        description: ofStatus.map(({ code, sentence }) => `\`${code}\`: ${sentence}`).join('\n\n'),
        headers: { ...headersOf(endpoint, ofStatus), ...extraHeaders[status] },
        content: { 'application/json': { schema, examples } },
      },
    ];
  });
  return Object.fromEntries(responses);
}

const tellsLimit = ({ status }: DeclaredError) => [400, 401, 429].includes(status);
const headersOf = (endpoint: AnyEndpoint, errors: readonly DeclaredError[]) =>
  ownHeaders(errors.some((error) => endpoint.errors?.includes(error) && tellsLimit(error)) ? endpoint : {});

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
