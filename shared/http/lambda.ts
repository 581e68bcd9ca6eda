import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type * as z from 'zod';
import { withOrigin } from '#shared/activity/activity.ts';
import type { RateLimits } from '#shared/limits/rate-limits.ts';
import { log } from '#shared/log.ts';
import { ApiError, fail, invalid, type Problem, serviceErrors } from '#shared/values/errors.ts';
import { withPartProgress } from '#shared/values/part-progress.ts';
import { problemsOf } from '#shared/values/problems.ts';
import { originOf } from './activity-origin.ts';
import { authenticate } from './auth.ts';
import { cursorBinding } from './bound-cursor.ts';
import { boundedBody } from './bounded-body.ts';
import { callerAddress } from './caller-address.ts';
import { decodedBody } from './content-encoding.ts';
import { countCall } from './count-call.ts';
import type { AuthDeps } from './credentials.ts';
import { isTrial, tried } from './dry-run.ts';
import { type AnyEndpoint, isRaw } from './endpoint.ts';
import { bodyBytes, jsonBody, rawBody } from './json.ts';
import { assertNotForClient, clientInBodyProblems } from './not-for-clients.ts';
import { assertMayOperate } from './operators.ts';
import { fitsPayload } from './payload-size.ts';
import { bodySchemaOf, takesNoBody } from './request-body.ts';
import { type RequestMeta, requestMetaOf } from './request-meta.ts';
import { type Event, json, type MissingPage, type Result, responseMiddleware } from './response-middleware.ts';
import { refusesUnknownFields, unknownFieldProblems } from './unknown-fields.ts';
import { unknownQueryProblems } from './unknown-query.ts';
import { routedAs, type Unrouted } from './unrouted.ts';
import { authorizeView, requestedSubject, takesView } from './view.ts';

export type HttpDeps = AuthDeps & {
  frontEndOrigins?: readonly string[];
  admit?: (sourceIp: string) => Promise<void>;
  inDryRun?(deps: object): object;
  limits?: Pick<RateLimits, 'take'>;
  admitUnknown?: (sourceIp: string) => Promise<void>;
};
export type HttpHandler = (event: Event, context: Context) => Promise<Result>;

export type HttpOptions = {
  unrouted?: Unrouted;
  missingPage?: MissingPage;
  budgetMs?: number;
  /** The first use of a schema is slow, so a start may warm it up. */
  warmsUp?: boolean;
};

const defaultMaxBodyBytes = 1_048_576;

export function httpLambda(
  endpoints: readonly AnyEndpoint[],
  makeDeps: () => HttpDeps,
  { unrouted, missingPage, budgetMs = defaultBudgetMs, warmsUp = false }: HttpOptions = {},
): HttpHandler {
  const routes = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
  let built: HttpDeps | undefined;
  const endpointOf = (event: Event) =>
    unrouted && hasExtraSlash(event) ? undefined : routes.get(`${routedAs(event.httpMethod)} ${event.resource}`);
  // Lambda gives a starting environment more CPU, so slow first calls happen here.
  if (process.env.AWS_LAMBDA_FUNCTION_NAME) {
    try {
      built = makeDeps();
      void process.stdout;
      if (warmsUp) for (const endpoint of endpoints) readExample(endpoint);
    } catch {}
  }

  return middy<Event, Result>({
    timeoutEarlyInMillis: 500,
    timeoutEarlyResponse: () => Promise.reject(fail(serviceErrors.unavailable)),
  })
    .use(responseMiddleware(endpointOf, () => built?.frontEndOrigins ?? [], missingPage))
    .handler(async (event) => {
      built ??= makeDeps();
      const deps = built;
      const endpoint = endpointOf(event);
      const meta = requestMetaOf(event);
      if (!endpoint) return answerUnrouted(event, meta, unrouted);
      return await withinBudget(() => answer(endpoint, event, meta, deps), budgetMs);
    }) as unknown as HttpHandler;
}

function readExample({ body, responses, example }: AnyEndpoint): void {
  body?.safeParse(example.body);
  const [[status, content] = []] = Object.entries(example.responses);
  const response = responses[Number(status)];
  if (response && !isRaw(response)) response.safeParse(content);
}

/** The documented maximum of a request is two seconds longer, for a busy machine. */
const defaultBudgetMs = 8000;
const progressMs = 1000;

/** A large batch may exceed the budget while its parts answer. After a timeout, the work continues. */
async function withinBudget(answering: () => Promise<Result>, budgetMs: number): Promise<Result> {
  const { done: result, isHanging } = withPartProgress(answering);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const look = () => {
      if (isHanging(progressMs)) reject(fail(serviceErrors.unavailable));
      else timer = setTimeout(look, progressMs / 2);
    };
    timer = setTimeout(look, budgetMs);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Relative links would be wrong under `/docs/`, so the path is redirected. */
const hasExtraSlash = ({ path, resource }: Event) => path.endsWith('/') && !resource.endsWith('/');

async function answer(endpoint: AnyEndpoint, received: Event, { header, requestId }: RequestMeta, deps: HttpDeps): Promise<Result> {
  const isKeyInBody = endpoint.auth === 'pixelKey';
  const decode = () => decodedBody(received, header('content-encoding'));
  const keyEvent = isKeyInBody ? decode() : undefined;
  const keyBody = keyEvent && jsonBody(keyEvent);
  const address = callerAddress(received, { header });
  if (endpoint.auth !== 'none') await deps.admit?.(address);
  const actor = await authenticate(
    endpoint.auth,
    {
      header,
      queryKey: received.queryStringParameters?.key ?? undefined,
      body: keyBody,
      rawBody: () => rawBody(received),
    },
    deps,
  ).catch(async (error: Error) => {
    if (error instanceof ApiError && error.status < 500) await deps.admitUnknown?.(address);
    throw error;
  });
  assertMayOperate(endpoint, actor);
  const limitHeaders = await countCall(endpoint, actor as never, deps);
  const event = keyEvent ?? decode();
  const early = isKeyInBody || typeof endpoint.maxBodyBytes === 'function';
  const earlyBody = isKeyInBody || !early ? keyBody : jsonBody(event);
  const caller = { actor, header, requestId };
  try {
    const result = await answerKnown(endpoint, event, { ...caller, early, earlyBody }, deps);
    if (endpoint.query && !fitsPayload(result.body)) throw answerTooLarge();
    return { ...result, headers: { ...limitHeaders, ...result.headers } };
  } catch (error) {
    if (endpoint.refused && error instanceof ApiError && error.status < 500)
      await endpoint
        .refused({ error, body: earlyBody, actor, requestId }, deps)
        .catch((cause: Error) => log.warn('refusal not noted', { request_id: requestId, error: cause }));
    throw error;
  }
}

/** Lambda would lose the answer, and the client would not learn why. */
const answerTooLarge = () =>
  invalid({
    type: 'answer_too_large',
    loc: ['query'],
    msg: 'The answer would have more than 6 MB. Ask for fewer days, or for fewer rows with `limit`',
  });

type Known = {
  // A call with more than about 100,000 arguments throws.
  // biome-ignore lint/suspicious/noExplicitAny: the endpoint may have any auth kind.
  actor: any;
  header: RequestMeta['header'];
  requestId: string;
  early: boolean;
  earlyBody: unknown;
};

async function answerKnown(
  endpoint: AnyEndpoint,
  event: Event,
  { actor, header, requestId, early, earlyBody }: Known,
  deps: HttpDeps,
): Promise<Result> {
  const { maxBodyBytes = defaultMaxBodyBytes } = endpoint;
  const limit = typeof maxBodyBytes === 'function' ? maxBodyBytes(earlyBody) : maxBodyBytes;
  if (bodyBytes(event) > limit) throw fail(serviceErrors.payload_too_large);
  const schema = bodySchemaOf(endpoint);
  const isRead = schema !== undefined || refusesUnknownFields(endpoint);
  const file = isFile(endpoint, header('content-type')) ? rawBody(event) : undefined;
  const requestBody = early || !isRead || file ? earlyBody : jsonBody(event);
  const sentBody = requestBody === undefined && takesNoBody(endpoint) ? {} : requestBody;
  const body = schema && !file ? boundedBody(schema, sentBody) : sentBody;

  let problems: Problem[] = [];
  const parse = (schema: z.ZodType | undefined, where: string, value: unknown) => {
    const result = schema?.safeParse(value);
    if (result?.error) problems = problems.concat(problemsOf(result.error, [where], value));
    return result?.data;
  };
  const input = { params: pathParameters(event), query: event.queryStringParameters ?? {}, body };
  assertNotForClient(endpoint, actor, { ...input, header });
  const request = {
    params: parse(endpoint.params, 'path', input.params),
    query: parse(endpoint.query, 'query', input.query),
    body: file ? undefined : parse(schema, 'body', input.body),
    ...(file && { file }),
    actor,
    header,
    sourceIp: callerAddress(event, { header }),
    requestId,
  };
  parse(endpoint.headers, 'header', headersSent(endpoint, header));
  const view = takesView(endpoint.auth) ? requestedSubject(header, input.query) : null;
  problems = problems.concat(
    unknownQueryProblems(endpoint, input.query, event.multiValueQueryStringParameters),
    file ? [] : unknownFieldProblems(endpoint, input.body),
    clientInBodyProblems(endpoint, input.body),
    view?.problems ?? [],
  );
  const hasProblems = problems.length > 0;
  problems = problems.concat(endpoint.check?.({ ...input, hasProblems }, deps) ?? []);
  if (problems.length > 0) throw fail(serviceErrors.validation_failed, { problems });

  if (view && ('readKey' in actor || 'secretKey' in actor)) {
    if (view.wish.client !== undefined || view.wish.assumed !== undefined) throw fail(serviceErrors.forbidden);
  } else if (view) {
    const isRead = endpoint.method === 'GET';
    request.actor = await authorizeView(actor, view.wish, { endpoint: endpoint.id, isRead, header }, deps);
  }
  const cursors = cursorBinding(endpoint, request, (input.query as { cursor?: unknown }).cursor);
  const origin = originOf(request, deps);
  const isDry = isTrial(endpoint, request.body);
  const { result, would } = isDry
    ? await tried(() => withOrigin(origin, () => endpoint.handle(request, planningDeps(deps))))
    : { result: await withOrigin(origin, () => endpoint.handle(request, deps)), would: undefined };
  const { status, body: content } = result;
  const headers = cursors.headers(result.headers);
  const response = endpoint.responses[status];
  const form = isRaw(response) ? response : otherForm(endpoint, headers);
  if (form) {
    const text = typeof content === 'string';
    return {
      statusCode: status,
      headers: { 'content-type': form.contentType, ...headers },
      body: text ? content : Buffer.from(content).toString('base64'),
      isBase64Encoded: !text,
    };
  }
  const answer = cursors.body(response.parse(content) as object);
  return json(status, would ? { ...answer, dry_run: true, would } : answer, headers);
}

function planningDeps(deps: HttpDeps): HttpDeps {
  if (!deps.inDryRun) throw new Error('This function was built without dependencies for a dry run.');
  return deps.inDryRun(deps);
}

const isFile = ({ files = [] }: AnyEndpoint, contentType = ''): boolean =>
  files.includes(contentType.split(';')[0]?.trim().toLowerCase() ?? '');

const headersSent = ({ headers }: AnyEndpoint, header: RequestMeta['header']) =>
  Object.fromEntries(Object.keys(headers?.shape ?? {}).map((name) => [name, header(name.toLowerCase())]));

/** API Gateway passes path parameters percent-encoded, unlike query parameters. */
const pathParameters = ({ pathParameters: parameters }: Event) =>
  Object.fromEntries(Object.entries(parameters ?? {}).map(([name, value = '']) => [name, decoded(value)]));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const otherForm = ({ otherForms = [] }: AnyEndpoint, headers: Record<string, string> = {}) =>
  otherForms.find(({ contentType }) => contentType === headers['content-type']);

function answerUnrouted(event: Event, { header }: RequestMeta, unrouted: Unrouted | undefined): Result {
  const result = unrouted?.({
    method: event.httpMethod,
    path: event.path,
    ...definedField('origin', header('origin')),
    ...definedField('requestedMethod', header('access-control-request-method')),
  });
  if (!result) throw fail(serviceErrors.not_found);
  if (result.error) throw fail(result.error, { headers: result.headers });
  return { statusCode: result.status, headers: result.headers, body: '' };
}

const definedField = <K extends string>(name: K, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [k in K]?: string };
