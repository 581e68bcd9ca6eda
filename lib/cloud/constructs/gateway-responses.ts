import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { securityHeaders } from '#shared/http/headers.ts';
import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { serviceErrors } from '#shared/values/errors.ts';

type GatewayAnswer = {
  type: ResponseType;
  status?: number;
  code: string;
  sentence: string;
  retryAfterSeconds?: number;
  limit?: string;
};

const answerOf = ({ status, code, sentence }: DeclaredError) => ({ status, code, sentence });
const tooMany = {
  status: 429,
  code: 'too_many_requests',
  sentence: 'Too many requests. Wait, then retry the request.',
};
const tooLate = {
  status: 504,
  code: 'gateway_timeout',
  sentence: 'No response in time. Retry the same request.',
};

const answers: readonly GatewayAnswer[] = [
  { type: ResponseType.REQUEST_TOO_LARGE, ...answerOf(serviceErrors.payload_too_large) },
  { type: ResponseType.THROTTLED, ...tooMany, retryAfterSeconds: 1, limit: 'gateway' },
  { type: ResponseType.QUOTA_EXCEEDED, ...tooMany, retryAfterSeconds: 60, limit: 'quota' },
  // API Gateway reports an unknown route as a missing signature, so this response is `not_found`.
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, ...answerOf(serviceErrors.not_found) },
  { type: ResponseType.RESOURCE_NOT_FOUND, ...answerOf(serviceErrors.not_found) },
  { type: ResponseType.INTEGRATION_TIMEOUT, ...tooLate },
  { type: ResponseType.INTEGRATION_FAILURE, ...answerOf(serviceErrors.unavailable), retryAfterSeconds: 1 },
  { type: ResponseType.WAF_FILTERED, ...tooMany, retryAfterSeconds: 60, limit: 'network' },
  { type: ResponseType.DEFAULT_4XX, code: 'bad_request', sentence: 'The request was refused.' },
  { type: ResponseType.DEFAULT_5XX, code: 'internal', sentence: serviceErrors.internal.sentence },
];

export const gatewayResponses = Object.fromEntries(
  answers.map((answer) => [
    answer.type.responseType,
    {
      ...(answer.status && { statusCode: String(answer.status) }),
      responseParameters: headersOf(answer),
      responseTemplates: {
        'application/json': `{"detail":${JSON.stringify(answer.sentence)},"code":"${answer.code}","request_id":"$context.requestId"}`,
      },
    },
  ]),
);

function headersOf({ retryAfterSeconds, limit }: GatewayAnswer): Record<string, string> {
  // API Gateway marks literals with single quotes, which a content policy contains.
  const literals = Object.entries({ ...securityHeaders, 'cache-control': 'no-store' }).filter(([, value]) => !value.includes("'"));
  const headers = {
    'x-request-id': 'context.requestId',
    ...Object.fromEntries(literals.map(([name, value]) => [name, `'${value}'`])),
    ...(retryAfterSeconds && { 'retry-after': `'${retryAfterSeconds}'` }),
    ...(limit && { ratelimit: `'"${limit}";r=0;t=${retryAfterSeconds}'` }),
  };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, value]));
}
