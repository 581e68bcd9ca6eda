import type * as z from 'zod';
import type { DepsOf, Needs } from '#shared/aws/deps-of.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import type { DeclaredError } from '#shared/values/declared-errors.ts';
import type { ApiError, Problem } from '#shared/values/errors.ts';
import type { Actors, Auth } from './actors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export type { Actors, Auth };

export type RawResponse = { contentType: string; description: string };
export const raw = (contentType: string, description: string): RawResponse => ({ contentType, description });
export const isRaw = (response: z.ZodType | RawResponse): response is RawResponse => 'contentType' in response;

// biome-ignore lint/suspicious/noExplicitAny: a list of endpoints of every shape gives each what it needs.
type DepsFor<N extends Needs> = 0 extends 1 & N ? any : DepsOf<N>;

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
  file?: Uint8Array;
  actor: Actors[A];
  header(name: string): string | undefined;
  sourceIp: string;
  requestId: string;
};

export type Refusal<A extends Auth> = { error: ApiError; body: unknown; actor: Actors[A]; requestId: string };

type Cors = 'front_ends' | 'any_origin' | 'none';

type Definition<
  A extends Auth,
  P extends MaybeSchema,
  Q extends MaybeSchema,
  B extends MaybeSchema,
  R extends Responses,
  N extends Needs,
> = {
  id: string;
  method: Method;
  path: `/${string}`;
  auth: A;
  /** A function makes the needs of all its endpoints once. */
  needs?: N;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  headers?: z.ZodObject;
  /** Without `anyQuery`, unknown query parameters of JSON endpoints are 422. */
  anyQuery?: true;
  /** Unknown fields are 422 with this flag, and always for operators. */
  unknownFields?: 'refused';
  body?: B;
  files?: readonly string[];
  /** A body larger than this is 413; the default is 1 MB. */
  maxBodyBytes?: number | ((body: unknown) => number);
  /** The pixel checks the origins of `any_origin` itself. */
  cors?: Cors;
  responses: R;
  answers?: { [S in keyof R]?: string };
  otherForms?: readonly RawResponse[];
  errors?: readonly DeclaredError[];
  /**
   * If this returns true, errors have the form `error: {code, message}`, which some clients read. The argument is the
   * body as text.
   */
  errorObject?(body: string): boolean;
  rateLimit?: RateLimit;
  /** Each call counts before its body is read, also a call that is refused. */
  callLimit?: RateLimit;
  example: {
    params?: In<P>;
    query?: In<Q>;
    body?: In<B>;
    responses: { [S in keyof R]?: ReplyBody<R[S]> };
    title?: string;
    others?: {
      body?: Record<string, In<B>>;
      responses?: { [S in keyof R]?: Record<string, ReplyBody<R[S]>> };
    };
  };
  /** The rules receive unparsed input, so one response lists every problem. */
  check?(input: { params: unknown; query: unknown; body: unknown; hasProblems: boolean }, deps: DepsFor<N>): Problem[];
  handle(request: Request<A, P, Q, B>, deps: DepsFor<N>): Promise<Reply<R>>;
  refused?(refusal: Refusal<A>, deps: DepsFor<N>): Promise<void>;
};

export type Endpoint<
  A extends Auth,
  P extends MaybeSchema,
  Q extends MaybeSchema,
  B extends MaybeSchema,
  R extends Responses,
  N extends Needs,
> = Definition<A, P, Q, B, R, N> & { cors: Cors };

// biome-ignore lint/suspicious/noExplicitAny: this list has endpoints of every shape.
export type AnyEndpoint = Endpoint<any, any, any, any, any, any>;

const credentialsOfFrontEnds: readonly Auth[] = ['user', 'optionalUser', 'view', 'viewOrKey', 'report'];

export const defineEndpoint = <
  const A extends Auth,
  R extends Responses,
  P extends MaybeSchema = undefined,
  Q extends MaybeSchema = undefined,
  B extends MaybeSchema = undefined,
  N extends Needs = Record<never, never>,
>(
  definition: Definition<A, P, Q, B, R, N>,
): Endpoint<A, P, Q, B, R, N> => ({
  cors: credentialsOfFrontEnds.includes(definition.auth) ? 'front_ends' : 'none',
  ...definition,
});

export const reply = <const S extends number, B>(status: S, body: B, headers: Record<string, string> = {}) => ({
  status,
  body,
  headers,
});
export const ok = <B>(body: B, headers: Record<string, string> = {}) => reply(200, body, headers);

export const asForm = ({ contentType }: RawResponse, text: string, headers: Record<string, string> = {}) =>
  reply(200, text as never, { 'content-type': contentType, ...headers });
