import type * as z from 'zod';
import type { DryRunFields } from './dry-run-fields.ts';
import { type AnyEndpoint, type Auth, type Endpoint, isRaw, type RawResponse } from './endpoint.ts';
import type { viewQuery } from './view.ts';

type In<S> = S extends z.ZodType ? z.input<S> : undefined;
type Argument<K extends string, V> = undefined extends V ? { [k in K]?: V } : { [k in K]: V };
type Query<A extends Auth, S> = A extends 'view' | 'report' | 'viewOrKey'
  ? S extends z.ZodType
    ? z.input<S> & z.output<ReturnType<typeof viewQuery>>
    : z.output<ReturnType<typeof viewQuery>> | undefined
  : In<S>;
type Operates = 'operator' | 'devToken';
type Sent<A extends Auth, V> = A extends Operates
  ? V extends undefined
    ? { dry_run?: boolean } | undefined
    : V & { dry_run?: boolean | undefined }
  : V;
type Answered<A extends Auth, B> = A extends Operates ? B & z.output<typeof DryRunFields> : B;
type Body<S> = S extends z.ZodType ? z.output<S> : string;
type Failure = {
  status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 422 | 429 | 500 | 502 | 503;
  body: ErrorBody;
};
export type ErrorBody = {
  detail: string | { type: string; loc: (string | number)[]; msg: string }[];
  code?: string;
  problem_count?: number;
  request_id: string;
};
// biome-ignore lint/suspicious/noExplicitAny: the type stands for the parts of an endpoint that no client sees.
type Unseen = any;
type Call<E> =
  E extends Endpoint<infer A, infer P, infer Q, infer B, infer R, Unseen>
    ? (
        args: Argument<'params', In<P>> &
          Argument<'query', Query<A, Q>> &
          Argument<'body', Sent<A, In<B>>> & { headers?: Record<string, string> },
      ) => Promise<
        | {
            [S in keyof R & number]: { status: S; body: Answered<A, Body<R[S]>>; headers: Headers };
          }[keyof R & number]
        | (Failure & { headers: Headers })
      >
    : never;
export type Client<G extends Record<string, AnyEndpoint>> = { [K in keyof G]: Call<G[K]> };

type Call1 = { params?: object; query?: object; body?: unknown; headers?: Record<string, string> };

export function client<G extends Record<string, AnyEndpoint>>(
  group: G,
  send: (request: Request) => Promise<Response>,
  base = 'http://adtrail.local',
): Client<G> {
  const call = (endpoint: AnyEndpoint) => async (args: Call1) => {
    const response = await send(requestFor(endpoint, args, base));
    const success = endpoint.responses[response.status] as z.ZodType | RawResponse | undefined;
    const text = await response.text();
    return {
      status: response.status,
      body: (success && isRaw(success)) || isOtherForm(endpoint, response) ? text : JSON.parse(text),
      headers: response.headers,
    };
  };
  return Object.fromEntries(Object.entries(group).map(([name, endpoint]) => [name, call(endpoint)])) as Client<G>;
}

const isOtherForm = ({ otherForms = [] }: AnyEndpoint, { status, headers }: Response) =>
  status === 200 && otherForms.some(({ contentType }) => contentType === headers.get('content-type'));

function requestFor(endpoint: AnyEndpoint, { params = {}, query = {}, body, headers = {} }: Call1, base: string): Request {
  const values = params as Record<string, string | number>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const url = new URL(base + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return new Request(url, {
    method: endpoint.method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
