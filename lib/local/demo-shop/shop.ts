import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fontStyle } from '#functions/api/docs/assets.ts';
import { routedAs } from '#shared/http/unrouted.ts';
import type { Html } from '#shared/values/html.ts';
import { clickOfRequest, keepClickCookie } from '../../../web/snippets/express.ts';
import { listen } from '../listen.ts';
import type { OpenOnPort } from '../open-port.ts';
import { readBody } from '../read-body.ts';
import { refuseForeign } from '../refuse-foreign.ts';
import { newOrder, type Order, report, type Service, send } from './back-end.ts';
import { attributedScript, landingScript } from './page-scripts.ts';
import { adPage, attributedPage, landingPage, orderPage, reportPart, sorryPage } from './pages.ts';
import { style } from './style.ts';

export type DemoShop = { url: string; stop(): Promise<void> };
type Settings = Service & { publicKey: string; docs: string; open: OpenOnPort };
type Answer = { status?: number; type?: string; body?: Html | string; location?: string };
type Visit = { url: URL; request: IncomingMessage };

const keptOrders = 1000;
const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

/** The demo shop has its own origin and calls the service only over HTTP, as a customer's shop does. */
export async function startDemoShop(settings: Settings): Promise<DemoShop> {
  const { api, publicKey, docs } = settings;
  const orders = new Map<string, Order>();
  const keep = (order: Order) => {
    orders.set(order.number, order);
    const [oldest] = orders.keys();
    if (orders.size > keptOrders && oldest) orders.delete(oldest);
  };
  const see = (location: string): Answer => ({ status: 303, location });

  const routes: Record<string, (visit: Visit) => Answer | Promise<Answer>> = {
    'GET /': () => ({ body: adPage(docs) }),
    'GET /landing': () => ({ body: landingPage({ api, publicKey }) }),
    'GET /style.css': async () => ({ type: css, body: `${await fontStyle()}\n${style}` }),
    'GET /landing.js': () => ({ type: script, body: landingScript }),
    'GET /attributed.js': () => ({ type: script, body: attributedScript }),
    'POST /checkout': async ({ request }) => {
      const order = newOrder(clickOfRequest(request)?.sid);
      if (order.conversion) order.answer = await send(settings, order.conversion);
      keep(order);
      return see(`/order?number=${order.number}`);
    },
    'GET /order': ({ url }) => {
      const order = orders.get(url.searchParams.get('number') ?? '');
      return order ? { body: orderPage(order, api) } : { status: 404, body: sorryPage('This order does not exist.') };
    },
    'GET /attributed': async ({ url: { searchParams } }) => {
      const order = orders.get(searchParams.get('order') ?? '');
      return { body: attributedPage(await report(settings), order, searchParams.has('again')) };
    },
    'GET /attributed/report': async () => ({ body: reportPart(await report(settings)) }),
    'POST /hooks/adtrail': () => ({ type: 'text/plain', body: 'ok' }),
    'POST /hooks/broken': () => ({ status: 500, type: 'text/plain', body: 'The warehouse is closed.' }),
    'POST /again': async ({ request }) => {
      const form = new URLSearchParams((await readBody(request, 10_000)).toString('utf8'));
      const order = orders.get(form.get('order') ?? '');
      if (!order?.conversion) return { status: 404, body: sorryPage('This order does not exist.') };
      keep({ ...order, answer: await send(settings, order.conversion) });
      return see(`/attributed?order=${order.number}&again=1`);
    },
  };

  // The shop uses plain http, so the cookie cannot be `Secure`.
  const keepCookie = keepClickCookie({ secure: false });
  const server = createServer((request, response) => keepCookie(request, response, () => respond(routes, api, request, response)));
  refuseForeign(server);
  const port = await settings.open((wished) => listen(server, wished));
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  routes: Record<string, (visit: Visit) => Answer | Promise<Answer>>,
  api: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const missing: Answer = { status: 404, body: sorryPage('This page does not exist.') };
  const failed: Answer = { status: 502, body: sorryPage('adtrail did not respond. Try again.') };
  const answer = async (): Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://shop');
    return (await routes[`${routedAs(request.method)} ${url.pathname}`]?.({ url, request })) ?? missing;
  };
  const { status = 200, type, body = '', location } = await answer().catch(() => failed);
  if (response.destroyed) return;
  response.writeHead(status, {
    'content-type': type ?? 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy(api),
    ...(location && { location }),
  });
  response.end(typeof body === 'string' ? body : body.html);
}

const policy = (api: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${api}`,
    `connect-src 'self' ${api}`,
    "style-src 'self'",
    'img-src data:',
    'font-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
