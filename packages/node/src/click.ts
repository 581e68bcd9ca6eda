import { type Click, clickIn, clickOf, newestClick } from '../../../web/snippets/click-cookie.ts';

/**
 * `clickFrom` reads a `Request`; a request of Express, Fastify, Koa, Next or `node:http`; a context of Hono
 * or Koa; `cookies()` of Next; `Headers`; an event of Lambda, of a load balancer, of Lambda@Edge or of a
 * CloudFront function; parsed cookies; a `Cookie` header; or the value of the cookie `svc_sid`.
 */
export type ClickSource = string | object;

type Fields = Record<string, unknown>;

const networkIds = ['oppref', 'gclid', 'fbclid', 'msclkid', 'ttclid'];
const [cookieName, parameter] = ['svc_sid', 'svc_click_id'];

/**
 * Returns the click ID of a visitor, for `svc_click_id`: from the cookie `svc_sid`, else the header
 * `x-svc-click-id`, else the parameter `svc_click_id` or an ad network's click ID in the URL. Returns
 * `undefined` without a click ID, and a promise for a promise. It never throws.
 */
export function clickFrom(source: PromiseLike<ClickSource | null | undefined>): Promise<string | undefined>;
export function clickFrom(source: ClickSource | null | undefined): string | undefined;
export function clickFrom(source: unknown): string | undefined | Promise<string | undefined> {
  try {
    if (isFields(source) && typeof source.then === 'function')
      return Promise.resolve(source).then(
        (value) => clickFrom(value as ClickSource),
        () => undefined,
      );
    if (typeof source === 'string') return fromText(source);
    return isFields(source) ? fromRequest(requestOf(source)) : undefined;
  } catch {
    // A framework's getter can throw, and a sale must not fail for its click.
    return undefined;
  }
}

/** A header begins with the name of a cookie; other texts are a value. */
const fromText = (text: string) =>
  (clickIn(text) ?? (/^[^\s={}"%;,]+=/.test(text) ? null : clickOf(text)))?.sid;

function requestOf(source: Fields): Fields {
  const { req, raw, request, Records } = source;
  if (isFields(req) && isFields(req.raw)) return req.raw;
  const event = Array.isArray(Records)
    ? (Records[0] as { cf?: { request?: unknown } })?.cf?.request
    : request;
  if (!('headers' in source))
    for (const inner of [raw, event]) if (isFields(inner) && 'headers' in inner) return inner;
  return source;
}

function fromRequest(request: Fields): string | undefined {
  const isRequest = ['headers', 'multiValueHeaders', 'cookies'].some((name) => name in request);
  const { multiValueHeaders, cookies } = request;
  const headers = isRequest ? request.headers : request;
  const header = (name: string) => [...valuesIn(headers, name), ...valuesIn(multiValueHeaders, name)];
  const lines = [...header('cookie'), ...(Array.isArray(cookies) ? textsOf(cookies) : [])];
  const click = newestClick([...lines.map(clickIn), ...[headers, cookies].map(storedClick)]);
  if (click) return click.sid;
  const [ownClickId] = header('x-svc-click-id').map((text) => text.trim());
  return ownClickId || fromParameters(request);
}

function storedClick(cookies: unknown): Click | null {
  if (!isFields(cookies) || Array.isArray(cookies)) return null;
  const all = typeof cookies.getAll === 'function' ? cookies.getAll(cookieName) : undefined;
  const texts = textsOf(all);
  return newestClick((texts.length > 0 ? texts : valuesIn(cookies, cookieName)).map(clickOf));
}

function valuesIn(from: unknown, name: string): string[] {
  if (!isFields(from)) return [];
  if (typeof from.get === 'function') return textsOf(from.get(name));
  return Object.entries(from).flatMap(([key, value]) => (key.toLowerCase() === name ? textsOf(value) : []));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isFields(value) ? textsOf(value.multiValue ?? value.value) : [];
}

function fromParameters(request: Fields): string | undefined {
  const { originalUrl, url, rawQueryString, querystring, queryStringParameters } = request;
  const address = String(originalUrl ?? url ?? '');
  const text = address.includes('?') ? address.slice(address.indexOf('?')) : (rawQueryString ?? querystring);
  const query = new URLSearchParams(typeof text === 'string' ? text.replace(/#.*$/s, '') : '');
  const value = (name: string) =>
    query.get(name) || valuesIn(queryStringParameters, name)[0] || valuesIn(querystring, name)[0];
  const clickId = value(parameter);
  if (clickId) return clickId;
  const network = networkIds.find(value);
  return network && `${network}:${value(network)}`;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
