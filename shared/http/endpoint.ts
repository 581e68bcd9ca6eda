import type * as z from 'zod';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import type { ApiError, ErrorCode, Problem } from '#shared/values/errors.ts';
import type { Actors, Auth } from './actors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export type { Actors, Auth };

/**
 * A response that is not JSON, such as a page, a script or a picture. The handler returns its text or bytes.
 */
export type RawResponse = { contentType: string; description: string };
export const raw = (contentType: string, description: string): RawResponse => ({ contentType, description });
export const isRaw = (response: z.ZodType | RawResponse): response is RawResponse =>
  'contentType' in response;

type Responses = Record<number, z.ZodType | RawResponse>;
type In<S> = S extends z.ZodType ? z.input<S> : undefined;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type ReplyBody<S> = S extends z.ZodType ? z.input<S> : string | Uint8Array;
type Reply<R extends Responses> = {
  [S in keyof R & number]: { status: S; body: ReplyBody<R[S]>; headers?: Record<string, string> };
}[keyof R & number];
type MaybeSchema = z.ZodType | undefined;

type Request<A extends Auth, P, Q, B> = {
  params: Out<P>;
  query: Out<Q>;
  body: Out<B>;
  /** The body's bytes, where it is one of the endpoint's `files`; then `body` is undefined. */
  file?: Uint8Array;
  actor: Actors[A];
  /** Returns a request header by its lower-case name. */
  header(name: string): string | undefined;
  /** The caller's address as seen by the gateway. */
  sourceIp: string;
  requestId: string;
};

/** A request of a known caller that failed with an error. `body` is unparsed, as sent. */
export type Refusal<A extends Auth> = { error: ApiError; body: unknown; actor: Actors[A]; requestId: string };

export type Endpoint<
  A extends Auth,
  P extends MaybeSchema,
  Q extends MaybeSchema,
  B extends MaybeSchema,
  R extends Responses,
  D,
> = {
  /** A verb; also the operationId and the export's name. */
  id: string;
  method: Method;
  /** The path in API Gateway's form: `/api/v1/pixel/keys/{id}`. */
  path: `/${string}`;
  auth: A;
  summary: string;
  /** Markdown for the documentation page. */
  description?: string;
  params?: P;
  query?: Q;
  /**
   * The endpoint's own request headers. They are validated like the body, documented, and allowed to browsers
   * of front ends.
   */
  headers?: z.ZodObject;
  /** Accepts unknown query parameters. Without it they are 422 if the endpoint returns JSON. */
  anyQuery?: true;
  /** Rejects unknown fields of the body with 422. Operators' operations always reject them. */
  unknownFields?: 'refused';
  body?: B;
  /** Content types that the body may have instead of JSON. The handler gets the bytes of the body. */
  files?: readonly string[];
  /**
   * The body's limit in bytes; 1 MB by default. A larger body is 413. The limit may depend on the body, which
   * is then parsed first.
   */
  maxBodyBytes?: number | ((body: unknown) => number);
  /**
   * Browsers that may read the response: the configured front ends, any page (the pixel checks origins
   * itself), or none.
   */
  cors: 'front_ends' | 'any_origin' | 'none';
  responses: R;
  /** The meaning of a status, if the general sentence of the documentation is not specific enough. */
  answers?: { [S in keyof R]?: string };
  /** Other forms of a 200 on request. The handler returns them with `asForm`. */
  otherForms?: readonly RawResponse[];
  errors?: readonly ErrorCode[];
  /**
   * Returns whether the errors of a request (its body as text) also contain `error: {code, message}`, which
   * some clients read.
   */
  errorObject?(body: string): boolean;
  /** The limit whose state responses report with `rateLimitHeaders`. */
  rateLimit?: RateLimit;
  /** A request and responses for the documentation. A test verifies that they parse. */
  example: {
    params?: In<P>;
    query?: In<Q>;
    body?: In<B>;
    responses: { [S in keyof R]?: ReplyBody<R[S]> };
    /** The title of these examples, if there are further examples. */
    title?: string;
    /** Further bodies and responses, by their titles in the documentation. */
    others?: {
      body?: Record<string, In<B>>;
      responses?: { [S in keyof R]?: Record<string, ReplyBody<R[S]>> };
    };
  };
  /**
   * Rules that a schema cannot express, such as rules that need the clock. It receives unparsed input, so
   * that one response lists every problem.
   */
  check?(input: { params: unknown; query: unknown; body: unknown }, deps: D): Problem[];
  handle(request: Request<A, P, Q, B>, deps: D): Promise<Reply<R>>;
  /** Called for every 4xx of a known caller before the response is sent. Its errors are ignored. */
  refused?(refusal: Refusal<A>, deps: D): Promise<void>;
};

// biome-ignore lint/suspicious/noExplicitAny: the one place where endpoints of every shape are in one list
export type AnyEndpoint = Endpoint<any, any, any, any, any, any>;

/**
 * Declares an endpoint once. Validation, dispatch, OpenAPI, API Gateway routes, the local gateway, the typed
 * client and the tests of all endpoints read this object. `D` has the dependencies of its function.
 */
export const defineEndpoint =
  <D>() =>
  <
    const A extends Auth,
    R extends Responses,
    P extends MaybeSchema = undefined,
    Q extends MaybeSchema = undefined,
    B extends MaybeSchema = undefined,
  >(
    definition: Endpoint<A, P, Q, B, R, D>,
  ): Endpoint<A, P, Q, B, R, D> =>
    definition;

export const reply = <const S extends number, B>(
  status: S,
  body: B,
  headers: Record<string, string> = {},
) => ({
  status,
  body,
  headers,
});
export const ok = <B>(body: B, headers: Record<string, string> = {}) => reply(200, body, headers);

/** A 200 in another form of the endpoint. */
export const asForm = ({ contentType }: RawResponse, text: string, headers: Record<string, string> = {}) =>
  reply(200, text as never, { 'content-type': contentType, ...headers });
