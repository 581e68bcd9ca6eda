import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { routedAs } from '#shared/http/unrouted.ts';
import { listen } from './listen.ts';
import { mocksPage } from './mocks-page.ts';
import { anyPort, type OpenOnPort } from './open-port.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import { refuseForeign } from './refuse-foreign.ts';

export type VendorRequest = { vendor: string; method: string; path: string; body: unknown; at: string };

const Fault = z.object({
  vendor: z.string().min(1),
  status: z.int().min(100).max(599).optional(),
  delay_ms: z.int().min(0).max(600_000).optional(),
  cut: z.boolean().optional(),
  /** Each vendor has its own scenarios, such as `refusal` or `rate-limit` of `llm`. */
  scenario: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional(),
  times: z.int().min(1).default(1),
});
export type Fault = z.output<typeof Fault>;
const TokenRequest = z.object({ claims: z.record(z.string(), z.unknown()) });

export type MockServers = {
  endpoint: string;
  note(request: Omit<VendorRequest, 'at'>): void;
  fault(vendor: string, path?: string): Omit<Fault, 'times'> | undefined;
  stop(): Promise<void>;
};

type Answer = { status: number; body: unknown };
type Routes = Record<string, (url: URL, body: unknown) => Answer | Promise<Answer>>;

/** A busy vendor must not displace requests of another. */
const keptRequests = 5_000;
const keptCharacters = 20_000;

export type ControlRoutes = Record<string, (body: unknown) => Promise<Answer>>;

export async function startMockServers(
  idToken: (claims: Record<string, unknown>) => Promise<string>,
  ofVendors: ControlRoutes = {},
  open: OpenOnPort = anyPort,
): Promise<MockServers> {
  let requests: VendorRequest[] = [];
  const counts = new Map<string, number>();
  const faults: Fault[] = [];

  const routes: Routes = {
    'GET /requests': ({ searchParams }) => {
      const vendor = searchParams.get('vendor');
      return { status: 200, body: requests.filter((request) => !vendor || request.vendor === vendor) };
    },
    'DELETE /requests': () => {
      requests = [];
      counts.clear();
      return { status: 204, body: undefined };
    },
    'POST /faults': (_url, body) => {
      const fault = Fault.parse(body);
      faults.push(fault);
      return { status: 201, body: fault };
    },
    'DELETE /faults': () => {
      faults.length = 0;
      return { status: 204, body: undefined };
    },
    'POST /idp/token': async (_url, body) => {
      const { claims } = TokenRequest.parse(body);
      return { status: 200, body: { id_token: await idToken(claims) } };
    },
    ...Object.fromEntries(Object.entries(ofVendors).map(([route, answer]) => [route, (_url: URL, body: unknown) => answer(body)])),
  };

  const showPage = async (response: ServerResponse) => {
    const service = process.env.API_BASE_URL ?? '';
    const { page, policy } = await mocksPage({ endpoint, service }, requests, Object.keys(routes));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(page);
  };
  const server = createServer((request, response) =>
    request.method === 'GET' && request.url === '/' ? void showPage(response) : respond(routes, request, response),
  );
  refuseForeign(server);
  const endpoint = `http://127.0.0.1:${await open((wished) => listen(server, wished))}`;
  return {
    endpoint,
    note(request) {
      const { vendor, body } = request;
      requests.push({ ...request, body: shortened(body), at: new Date().toISOString() });
      const count = (counts.get(vendor) ?? 0) + 1;
      counts.set(vendor, Math.min(count, keptRequests));
      if (count > keptRequests)
        requests.splice(
          requests.findIndex((request) => request.vendor === vendor),
          1,
        );
    },
    fault(vendor) {
      const place = faults.findIndex((fault) => fault.vendor === vendor);
      const setFault = faults[place];
      if (!setFault) return undefined;
      setFault.times--;
      if (setFault.times === 0) faults.splice(place, 1);
      const { times: _times, ...fault } = setFault;
      return fault;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > keptCharacters ? `${value.slice(0, keptCharacters)}… (${value.length} characters)` : value;
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

async function respond(routes: Routes, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await answerTo(routes, request).catch(refusal);
  if (response.destroyed) return;
  response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

async function answerTo(routes: Routes, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://mock-servers');
  const route = routes[`${routedAs(request.method)} ${url.pathname}`];
  if (!route) return { status: 404, body: { detail: `One of: ${Object.keys(routes).join(', ')}.` } };
  const text = (await readBody(request, 1_048_576)).toString('utf8');
  return route(url, text === '' ? undefined : JSON.parse(text));
}

function refusal(error: unknown): Answer {
  if (error instanceof z.ZodError) return { status: 422, body: { detail: z.prettifyError(error) } };
  if (error instanceof SyntaxError) return { status: 422, body: { detail: 'The body is not JSON.' } };
  if (error instanceof BodyTooLarge) return { status: 413, body: { detail: 'The body is too large.' } };
  return { status: 500, body: { detail: String(error) } };
}
