import type { ZodType } from 'zod';
import { type AnyEndpoint, isRaw, type RawResponse } from '#shared/http/endpoint.ts';
import { securityHeaders } from '#shared/http/headers.ts';
import type { Credentials } from './credentials-sent.ts';
import { expectDocumented } from './documented.ts';

type Send = (request: Request) => Promise<Response>;
type Asked = {
  credentials?: Credentials;
  method?: string;
  path?: string;
  params?: object;
  query?: object;
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};
export type Answer = { status: number; headers: Headers; text: string; json: unknown };

export const origin = 'http://adtrail.local';

export const pathOf = ({ path, example }: AnyEndpoint, params: object = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String({ ...example.params, ...params }[name as keyof object])));

export async function ask(send: Send, endpoint: AnyEndpoint, asked: Asked = {}): Promise<Answer> {
  const { credentials = {}, method = endpoint.method, raw } = asked;
  const url = new URL(asked.path ?? pathOf(endpoint, asked.params), origin);
  for (const [name, value] of Object.entries({ ...endpoint.example.query, ...asked.query })) url.searchParams.set(name, String(value));
  const example = endpoint.body ? JSON.stringify({ ...endpoint.example.body, ...credentials.body }) : undefined;
  const body = raw ?? example;
  const response = await send(
    new Request(url, {
      method,
      headers: { ...credentials.headers, ...credentials.sign?.(body ?? ''), ...asked.headers },
      ...(method !== 'GET' && method !== 'HEAD' && body !== undefined && { body }),
    }),
  );
  if (method === 'HEAD') return await withoutBody(response);
  return await wellFormed(response, endpoint);
}

async function withoutBody(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  expect(text).toBe('');
  expectHeaders(headers);
  return { status, headers, text, json: undefined };
}

function expectHeaders(headers: Headers) {
  expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{1,128}$/);
  expect(headers.get('cache-control')).toBeTruthy();
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (name === 'content-security-policy')
      for (const rule of ['default-src', 'base-uri', 'frame-ancestors']) expect(headers.get(name)).toContain(`${rule} 'none'`);
    else expect(headers.get(name)).toBe(value);
  }
}

export async function wellFormed(response: Response, endpoint?: AnyEndpoint): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  expectHeaders(headers);
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  const declared = endpoint?.responses[status] as ZodType | RawResponse | undefined;
  if (status >= 400) {
    if (declared && isRaw(declared)) expect(text).not.toBe('');
    else if (!declared?.safeParse(json).success) expectErrorShape(json, headers.get('x-request-id'), status);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  if (endpoint && isJson) expectDocumented(endpoint, status, json, headers);
  return { status, headers, text, json };
}

const places = ['body', 'query', 'path', 'header'];

function expectNextStep({ url, ...step }: { url?: string; page?: string | null }) {
  expect(step).toEqual({
    operation: expect.stringMatching(/^[a-z][A-Za-z]+$/),
    title: expect.stringMatching(/\S/),
    page: step.page === null ? null : expect.stringMatching(/^(https?:\/\/|\/console\/)/),
  });
  if (url !== undefined) expect(url).toMatch(/^https?:/);
}

/** Batches of the Conversion API add `error: {code, message}` to a 422. */
export function expectErrorShape(sent: unknown, request_id: string | null, status: number) {
  const { error, next, ...json } = sent as { error?: unknown; next?: object };
  if (next !== undefined) expectNextStep(next);
  if (error !== undefined) expect(error).toEqual({ code: expect.any(String), message: expect.stringMatching(/\S/) });
  if (status !== 422) {
    const code = expect.stringMatching(/^[a-z]+(_[a-z]+)*$/);
    expect(json).toEqual({ detail: expect.stringMatching(/\S/), code, request_id });
    return;
  }
  expect(json).toEqual({ detail: expect.any(Array), request_id });
  const { detail } = json as { detail: { loc: unknown[] }[] };
  expect(detail).not.toHaveLength(0);
  for (const problem of detail) {
    expect(problem).toEqual({
      type: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
      loc: expect.any(Array),
      msg: expect.stringMatching(/\S/),
    });
    expect(places).toContain(problem.loc[0]);
    expect(problem.loc.every((part) => ['string', 'number'].includes(typeof part))).toBe(true);
  }
}
