import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { log, metricLine } from '#shared/log.ts';
import { SecretMissing } from '#shared/secrets.ts';
import { Unstorable } from '#shared/store/store-errors.ts';
import { UnknownForm } from '#shared/store/stored-form.ts';
import { ApiError, fail, type Problem, serviceErrors } from '#shared/values/errors.ts';
import { listedProblems, problemsAsText } from '#shared/values/problems.ts';
import { TooMuchForTurn } from '#shared/values/turn-budget.ts';
import { Unavailable } from '#shared/values/unavailable.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { corsHeaders, securityHeaders } from './headers.ts';
import { rawBody } from './json.ts';
import { noteRequestMeta, type RequestMeta, requestMetaOf } from './request-meta.ts';

export type Event = APIGatewayProxyEvent;
export type Result = Omit<APIGatewayProxyResult, 'headers'> & { headers: Record<string, string> };

/** A person at a browser gets a page in place of the error. */
export type MissingPage = (path: string, requestId: string) => Result;

export const json = (statusCode: number, body: unknown, headers: Record<string, string> = {}): Result => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export function responseMiddleware(
  endpointOf: (event: Event) => AnyEndpoint | undefined,
  frontEndOrigins: () => readonly string[],
  missingPage?: MissingPage,
): middy.MiddlewareObj<Event, Result> {
  const complete = (
    event: Event,
    response: Result,
    { header, requestId, started }: RequestMeta,
    isFailure = response.statusCode >= 500,
  ) => {
    const endpoint = endpointOf(event);
    response.headers = {
      'x-request-id': requestId,
      'cache-control': 'no-store',
      ...securityHeaders,
      ...(endpoint && corsHeaders(endpoint.cors, header('origin'), frontEndOrigins())),
      ...response.headers,
    };
    if (event.httpMethod === 'HEAD') dropBody(response);
    record(isFailure, {
      endpoint: endpoint?.id ?? 'unrouted',
      request_id: requestId,
      status: String(response.statusCode),
      duration_ms: Math.round((performance.now() - started) * 100) / 100,
    });
    return response;
  };
  const errorObjectOf = (event: Event) => {
    const wants = endpointOf(event)?.errorObject;
    return wants?.(rawBody(event).toString()) ?? false;
  };
  return {
    before: ({ event }) => void noteRequestMeta(event),
    after: ({ event, response }) => void (response && complete(event, response, requestMetaOf(event))),
    onError: (request) => {
      // Without a response, the error reaches the host.
      if (request.error instanceof TooMuchForTurn) return;
      const meta = requestMetaOf(request.event);
      const withObject = errorObjectOf(request.event);
      const error = apiErrorOf(request.error, request.event.httpMethod);
      const isFailure = error.status >= 500 && error.code !== 'not_configured';
      const response =
        missingPage && error.code === 'not_found' && isForPerson(request.event, meta)
          ? missingPage(request.event.path, meta.requestId)
          : errorAnswer(error, isFailure, meta.requestId, withObject);
      request.response = complete(request.event, response, meta, isFailure);
    },
  };
}

const isForPerson = ({ httpMethod, path }: Event, { header }: RequestMeta): boolean =>
  ['GET', 'HEAD'].includes(httpMethod) && !path.startsWith('/api/') && (header('accept') ?? '').includes('text/html');

function dropBody(response: Result): void {
  const { body, isBase64Encoded, statusCode } = response;
  if (statusCode !== 204 && statusCode !== 304)
    response.headers['content-length'] = String(Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8'));
  Object.assign(response, { body: '', isBase64Encoded: false });
}

function errorAnswer(error: ApiError, isFailure: boolean, requestId: string, withObject: boolean): Result {
  const { status, code, problems } = error;
  if (isFailure) log.error(code, { request_id: requestId, error: (error.cause ?? error) as Error });
  const isRepeatable = status === 502 || status === 503;
  const headers = isRepeatable ? { 'retry-after': '1', ...error.headers } : error.headers;
  const message = problems ? problemsAsText(problems) : error.message;
  const { next } = error;
  const more = { ...error.more, ...(next && { next }), ...(withObject && { error: { code, message } }) };
  if (problems) {
    const detail = listedProblems(problems);
    const count = detail.length < problems.length && { problem_count: problems.length };
    return json(status, { detail, ...count, request_id: requestId, ...more }, headers);
  }
  return json(status, { detail: message, code, request_id: requestId, ...more }, headers);
}

const unstorable = (method: string): Problem => ({
  type: 'value_error',
  loc: [method === 'GET' || method === 'HEAD' || method === 'DELETE' ? 'path' : 'body'],
  msg: 'A text is too long, or not well-formed Unicode',
});

function apiErrorOf(thrown: unknown, method: string): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof Unstorable) {
    log.warn('value not storable', thrown);
    return fail(serviceErrors.validation_failed, { problems: [unstorable(method)], cause: thrown });
  }
  if (thrown instanceof Unavailable || thrown instanceof UnknownForm || thrown instanceof SecretMissing)
    return fail(serviceErrors.unavailable, { cause: thrown });
  if (thrown instanceof VendorUnavailable) {
    const headers = { 'retry-after': String(thrown.retryAfterSeconds ?? 1) };
    return fail(serviceErrors.vendor_unavailable, { cause: thrown, headers });
  }
  return fail(serviceErrors.internal, { cause: thrown });
}

/** A metric costs $0.30 a month, and Lambda measures functions for free, so only failures have a metric. */
const record = (isFailure: boolean, facts: Record<string, string | number>) =>
  metricLine(
    isFailure ? { function: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'local' } : {},
    isFailure ? { server_errors: [1, 'Count'] } : {},
    facts,
  );
