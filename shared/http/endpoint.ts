import type * as z from 'zod';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import type { ApiError, ErrorCode, Problem } from '#shared/values/errors.ts';
import type { Actors, Auth } from './actors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export type { Actors, Auth };

/** A response that is not JSON: a page, a script, a picture. The handler answers its text or bytes. */
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

/** The parsed request a handler receives. */
type Request<A extends Auth, P, Q, B> = {
  params: Out<P>;
  query: Out<Q>;
  body: Out<B>;
  /** The body's bytes, where it is one of the endpoint's `files`; then `body` is undefined. */
  file?: Uint8Array;
  actor: Actors[A];
  /** A request header by its lower-case name. */
  header(name: string): string | undefined;
  /** The caller's address as the gateway saw it. */
  sourceIp: string;
  requestId: string;
};

/** A request of a known caller that is answered with an error of its own. `body` is what was sent, unparsed. */
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
  /** As API Gateway writes it: `/api/v1/pixel/keys/{id}`. */
  path: `/${string}`;
  auth: A;
  summary: string;
  /** Markdown for the documentation page. */
  description?: string;
  params?: P;
  query?: Q;
  /** Its own request headers. Checked like the body, documented, and allowed to browsers of front ends. */
  headers?: z.ZodObject;
  /** Lets unknown query parameters pass. Without it they are 422 where the endpoint answers JSON. */
  anyQuery?: true;
  /** Unknown fields of the body are 422 instead of ignored. Operators' operations refuse them without it. */
  unknownFields?: 'refused';
  body?: B;
  /** Content types that the body may have instead of JSON. The handler gets its bytes. */
  files?: readonly string[];
  /** The body's limit in bytes; 1 MB by default. A larger one is 413. It may depend on the body, which then is read first. */
  maxBodyBytes?: number | ((body: unknown) => number);
  /** Which browsers may read the answer: the configured front ends, any page (the pixel checks origins itself), none. */
  cors: 'front_ends' | 'any_origin' | 'none';
  responses: R;
  /** What a status means, where the general sentence of the documentation does not tell it. */
  answers?: { [S in keyof R]?: string };
  /** What 200 may be instead of JSON, where the caller asks for it; the handler answers it by `asForm`. */
  otherForms?: readonly RawResponse[];
  errors?: readonly ErrorCode[];
  /** Whether the errors of a request (its body as text) also carry `error: {code, message}`, which some clients read. */
  errorObject?(body: string): boolean;
  /** The limit whose state the handler's answers tell by `rateLimitHeaders`. */
  rateLimit?: RateLimit;
  /** Shown in the documentation and held true by a test: a request that parses and answers that parse. */
  example: {
    params?: In<P>;
    query?: In<Q>;
    body?: In<B>;
    responses: { [S in keyof R]?: ReplyBody<R[S]> };
    /** The title of the examples above, where there are others beside them. */
    title?: string;
    /** Further bodies and answers, by their titles in the documentation. */
    others?: {
      body?: Record<string, In<B>>;
      responses?: { [S in keyof R]?: Record<string, ReplyBody<R[S]>> };
    };
  };
  /** Rules that a schema cannot express, such as those that need the clock. Sees the input unparsed, so that one answer lists every problem. */
  check?(input: { params: unknown; query: unknown; body: unknown }, deps: D): Problem[];
  handle(request: Request<A, P, Q, B>, deps: D): Promise<Reply<R>>;
  /** Called for every 4xx of a known caller before the response is sent. Its errors are ignored. */
  refused?(refusal: Refusal<A>, deps: D): Promise<void>;
};

// biome-ignore lint/suspicious/noExplicitAny: the one place where endpoints of every shape are in one list
export type AnyEndpoint = Endpoint<any, any, any, any, any, any>;

/**
 * Declares an endpoint once. Validation, dispatch, OpenAPI, API Gateway routes, the local gateway, the typed client
 * and the tests that loop over all endpoints read this object. `D` is what the function of its group is built with.
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

/** A 200 in one of the endpoint's other forms. */
export const asForm = ({ contentType }: RawResponse, text: string, headers: Record<string, string> = {}) =>
  reply(200, text as never, { 'content-type': contentType, ...headers });
