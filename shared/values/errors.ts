import { type DeclaredError, declaredErrors, type NextStep } from './declared-errors.ts';

export const serviceErrors = /* @__PURE__ */ declaredErrors({
  bad_request: [400, 'The request could not be read.'],
  bad_signature: [400, 'The signature is missing, wrong, or more than five minutes old.'],
  validation_failed: [422, 'The request is invalid.'],
  unauthenticated: [401, 'The credentials are missing or wrong.'],
  forbidden: [403, 'The credentials do not permit this request.'],
  not_found: [404, 'Not found.'],
  method_not_allowed: [405, 'This path does not support this method.'],
  payload_too_large: [413, 'The body is too large.'],
  unsupported_encoding: [415, 'This Content-Encoding is not supported. Send the body as it is, or with Content-Encoding: gzip.'],
  idempotency_key_reused: [409, 'This Idempotency-Key was already used with a different request. Use a new key.'],
  key_superseded: [
    409,
    'The first request with this Idempotency-Key succeeded, but its secret is no longer current. Send a new request with a new Idempotency-Key.',
  ],
  still_working: [
    409,
    'The first request with this Idempotency-Key is still in progress. Retry the same request after the time in Retry-After.',
  ],
  too_many_requests: [429, 'Too many requests. Retry after the time in Retry-After.'],
  internal: [500, 'Something went wrong on our side. It has been recorded.'],
  gateway_timeout: [504, 'The response took too long. Retry the same request.'],
  budget_exhausted: [503, 'The analysis budget for this hour is used up. Retry the same request after the time in Retry-After.'],
  vendor_unavailable: [503, 'A vendor that this request needs did not respond. Retry the same request after the time in Retry-After.'],
  not_configured: [503, 'This webhook is not configured. Retry later.'],
  unavailable: [503, 'The service is temporarily unavailable. Retry the same request.'],
});

export type Problem = { type: string; loc: (string | number)[]; msg: string };

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly problems: readonly Problem[] | undefined;
  readonly headers: Record<string, string>;
  readonly more: Readonly<Record<string, string | number>>;
  readonly next: NextStep | undefined;
  constructor(
    { code, status, sentence, next }: DeclaredError,
    options: ErrorOptions & {
      problems?: readonly Problem[];
      headers?: Record<string, string>;
      detail?: string;
      more?: Record<string, string | number>;
      next?: NextStep;
    } = {},
  ) {
    super(options.detail ?? sentence, options);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.problems = options.problems;
    this.headers = options.headers ?? {};
    this.more = options.more ?? {};
    this.next = options.next ?? next;
  }
}

export const fail = (error: DeclaredError, options?: ConstructorParameters<typeof ApiError>[1]) => new ApiError(error, options);

export const invalid = (...problems: Problem[]) => fail(serviceErrors.validation_failed, { problems });
