import { clickIn, clickOf, newestClick } from '../../../web/snippets/click-cookie.ts';

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
  if (typeof source === 'string') return fromText(source);
  if (!isFields(source)) return undefined;
  if (typeof field(source, 'then') === 'function')
    return Promise.resolve(source).then(
      (value) => clickFrom(value as ClickSource),
      () => undefined,
    );
  return fromRequest(requestOf(source));
}

/** A header begins with the name of a cookie; other texts are a value. */
const fromText = (text: string) => (clickIn(text) ?? (/^[^\s={}"%;,]+=/.test(text) ? null : clickOf(text)))?.sid;

function requestOf(source: Fields): Fields {
  const [req, raw, request] = ['req', 'raw', 'request'].map((name) => field(source, name));
  const ofHono = field(req, 'raw');
  if (isFields(ofHono)) return ofHono;
  const record = field(field(source, 'Records'), 0);
  const inner = [raw, record ? field(field(record, 'cf'), 'request') : request, req];
  const nested = inner.find((one): one is Fields => has(one, 'headers'));
  return has(source, 'headers') ? source : (nested ?? source);
}

function fromRequest(request: Fields): string | undefined {
  const isRequest = ['headers', 'multiValueHeaders', 'cookies'].some((name) => has(request, name));
  const places = isRequest ? [field(request, 'headers'), field(request, 'multiValueHeaders')] : [request];
  const cookies = isRequest ? field(request, 'cookies') : request;
  const header = (name: string) => places.flatMap((place) => valuesIn(place, name));
  const lines = [...header('cookie'), ...(Array.isArray(cookies) ? textsOf(cookies) : [])];
  const click = newestClick([...lines.map(clickIn), ...storedValues(cookies).map(clickOf)]);
  if (click) return click.sid;
  const [ownClickId] = header('x-svc-click-id').map((text) => text.trim());
  return ownClickId || fromParameters(request);
}

/** `getAll` of `Headers` in Bun and workerd throws for other names than `Set-Cookie`; only `Headers` append. */
function storedValues(cookies: unknown): string[] {
  if (!isFields(cookies) || Array.isArray(cookies)) return [];
  const isStore = typeof field(cookies, 'append') !== 'function';
  const all = isStore ? textsOf(result(cookies, 'getAll', cookieName), cookieName) : [];
  return all.length > 0 ? all : valuesIn(cookies, cookieName);
}

function valuesIn(from: unknown, name: string): string[] {
  if (!isFields(from)) return [];
  const texts = textsOf(result(from, 'get', name));
  if (texts.length > 0) return texts;
  const keys = attempt(() => Object.keys(from)) ?? [name];
  return keys.flatMap((key) => (key.toLowerCase() === name ? textsOf(field(from, key)) : []));
}

/** The deepest value is a text in an object in a list in an object. `getAll` of some stores returns all cookies. */
function textsOf(value: unknown, name?: string, depth = 4): string[] {
  if (typeof value === 'string') return [value];
  if (!isFields(value) || depth === 0) return [];
  if (Array.isArray(value)) return (attempt(() => [...value]) ?? []).flatMap((one) => textsOf(one, name, depth - 1));
  if (name && (field(value, 'name') ?? name) !== name) return [];
  return textsOf(field(value, 'multiValue') ?? field(value, 'value'), name, depth - 1);
}

function fromParameters(request: Fields): string | undefined {
  const text = (name: string) => attempt(() => String(field(request, name) ?? '')) ?? '';
  const address = text('originalUrl') || text('url');
  const texts = address.includes('?')
    ? [address.slice(address.indexOf('?'))]
    : ['rawQueryString', 'querystring'].map((name) => field(request, name));
  const queries = texts.map((one) => new URLSearchParams(typeof one === 'string' ? one.replace(/#.*$/s, '') : ''));
  const places = ['queryStringParameters', 'multiValueQueryStringParameters', 'querystring'];
  const value = (name: string) =>
    queries.map((query) => query.get(name)).find(Boolean) || places.flatMap((place) => valuesIn(field(request, place), name)).find(Boolean);
  const clickId = value(parameter);
  if (clickId) return clickId;
  const network = networkIds.find(value);
  return network && `${network}:${value(network)}`;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** A framework's getter can throw. The failure hides no other place, and a sale never fails for its click. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const field = (from: unknown, name: string | number): unknown => (isFields(from) ? attempt(() => from[name]) : undefined);

const has = (from: unknown, name: string): boolean => isFields(from) && (attempt(() => name in from) ?? field(from, name) !== undefined);

const result = (from: Fields, method: string, name: string): unknown => attempt(() => (from[method] as (name: string) => unknown)(name));
