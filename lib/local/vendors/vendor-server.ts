import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '#lib/local/listen.ts';
import type { MockServers } from '#lib/local/mock-servers.ts';
import { readBody } from '#lib/local/read-body.ts';

export type Asked = {
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  header(name: string): string | undefined;
  /** JSON and form bodies are parsed; another body is text, or `null`. */
  body: unknown;
  scenario?: string | undefined;
};
/** A body of text or bytes needs a `content-type`; any other body is sent as JSON. */
export type Answer = {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  begins?: string;
  delayMs?: number;
  isGone?: true;
};

export type Vendor = {
  /** The environment variable `<NAME>_BASE_URL` holds the vendor's base URL. */
  name: string;
  /** A vendor with two interfaces has a second name, which a simulated fault may use. */
  knownAs?: string;
  /** The base URL ends with this path, such as `/v1`. */
  basePath?: `/${string}`;
  isByHost?: true;
  /** The keys of routes are `METHOD /path/{name}`, below the base path. */
  routes: Record<string, (asked: Asked) => Answer | Promise<Answer>>;
  otherwise?(asked: Asked): Answer | Promise<Answer>;
  refusal(status: number): Answer;
};

export type VendorServer = { baseUrl: string; stop(): Promise<void> };

const maxBodyBytes = 32 * 1_048_576;

export async function vendorServer(vendor: Vendor, mockServers: Pick<MockServers, 'note' | 'fault'>): Promise<VendorServer> {
  const { name, knownAs = name, basePath = '', refusal } = vendor;
  const routes = Object.entries(vendor.routes).map(([route, answer]) => {
    const [method, path = ''] = route.split(' ');
    return { method, pattern: patternOf(basePath + path), answer };
  });
  const stopping = new AbortController();

  async function answerTo(asked: Omit<Asked, 'params'>): Promise<Answer> {
    for (const { method, pattern, answer } of routes) {
      const match = method === asked.method && pattern.exec(asked.path);
      if (match) return await answer({ ...asked, params: { ...match.groups } });
    }
    return (await vendor.otherwise?.({ ...asked, params: {} })) ?? refusal(404);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await askedOf(request);
    const { method, path, query, body } = asked;
    const host = vendor.isByHost ? asked.header('host') : '';
    const whole = `${host}${path}${query.size > 0 ? `?${query}` : ''}`;
    mockServers.note({ vendor: knownAs, method, path: whole, body });
    const fault = mockServers.fault(name, whole) ?? (knownAs === name ? undefined : mockServers.fault(knownAs, whole));
    if (fault?.delay_ms) await delay(fault.delay_ms, undefined, { signal: stopping.signal });
    const answer = fault?.status ? refusal(fault.status) : await answerTo({ ...asked, scenario: fault?.scenario });
    if (answer.begins !== undefined) response.writeHead(answer.status, answer.headers).write(answer.begins);
    if (answer.delayMs) await delay(answer.delayMs, undefined, { signal: stopping.signal });
    write(response, answer, fault?.cut === true);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const port = await listen(server, 0);
  return {
    baseUrl: `http://127.0.0.1:${port}${basePath}`,
    stop: () =>
      new Promise((resolve) => {
        stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function write(response: ServerResponse, { status, body, headers = {}, isGone }: Answer, isCut: boolean): void {
  if (isGone) return void response.destroy();
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const content = Buffer.from(isRaw ? body : JSON.stringify(body ?? null));
  if (!response.headersSent)
    response.writeHead(status, {
      'content-type': isRaw ? 'text/plain' : 'application/json',
      ...headers,
      'content-length': content.length,
    });
  if (!isCut) return void response.end(content);
  response.write(content.subarray(0, content.length / 2), () => response.destroy());
}

const patternOf = (path: string) => new RegExp(`^${RegExp.escape(path).replaceAll(/\\\{(\w+)\\\}/g, '(?<$1>[^/]+)')}$`);

async function askedOf(request: IncomingMessage): Promise<Omit<Asked, 'params'>> {
  const url = new URL(request.url ?? '/', 'http://vendor');
  const header = (name: string) => request.headers[name]?.toString();
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    header,
    body: bodyOf((await readBody(request, maxBodyBytes)).toString('utf8'), header('content-type') ?? ''),
  };
}

function bodyOf(text: string, contentType: string): unknown {
  if (text === '') return null;
  if (contentType.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
