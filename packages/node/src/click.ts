import { clickIn, clickOf } from '../../../web/snippets/click-cookie.ts';

type HeadersLike = { get(name: string): string | null } | Record<string, string | string[] | undefined>;
type RequestLike = { headers: HeadersLike; url?: string | undefined; originalUrl?: string | undefined };
/** What `cookies()` of Next and similar stores return. */
type CookieStore = { get(name: string): { value: string } | string | undefined };

/**
 * What `clickFrom` reads: a `Request`, a request of Express, Fastify, Koa or `node:http`, a context of Hono, `cookies()` of
 * Next, `Headers`, or the text of a `Cookie` header.
 */
export type ClickSource =
  | string
  | RequestLike
  | HeadersLike
  | CookieStore
  | { req: { raw: RequestLike } }
  | { raw: RequestLike };

/** Click IDs of ad networks that the pixel has seen on the landing page. */
const networkIds = ['oppref', 'gclid', 'fbclid', 'msclkid', 'ttclid'];

/**
 * The click ID of a visitor, for `svc_click_id`: from the cookie `svc_sid`, else the header `x-svc-click-id`, else the
 * parameter `svc_click_id` or an ad network's click ID in the URL. `undefined` if there is none.
 */
export function clickFrom(source: ClickSource | null | undefined): string | undefined {
  if (!source) return undefined;
  if (typeof source === 'string') return (clickOf(source) ?? clickIn(source))?.sid;
  if ('req' in source && isRecord(source.req) && 'raw' in source.req)
    return clickFrom(source.req.raw as RequestLike);
  if ('raw' in source && isRecord(source.raw) && 'headers' in source.raw)
    return clickFrom(source.raw as RequestLike);
  if ('headers' in source && isRecord(source.headers)) return fromRequest(source as RequestLike);
  if ('get' in source && typeof source.get === 'function') {
    // A store of cookies has one of this name; Headers have one called `cookie`.
    const own: unknown = source.get('svc_sid');
    const value = isRecord(own) ? own.value : own;
    if (typeof value === 'string') return clickOf(value)?.sid;
  }
  return fromRequest({ headers: source as HeadersLike });
}

function fromRequest({ headers, url, originalUrl }: RequestLike): string | undefined {
  const header = (name: string): string | undefined => {
    const value = typeof headers.get === 'function' ? headers.get(name) : (headers as HeaderRecord)[name];
    return (Array.isArray(value) ? value[0] : value) ?? undefined;
  };
  return (
    clickIn(header('cookie'))?.sid ?? (header('x-svc-click-id')?.trim() || fromUrl(originalUrl ?? url ?? ''))
  );
}
type HeaderRecord = Record<string, string | string[] | undefined>;

function fromUrl(url: string): string | undefined {
  const at = url.indexOf('?');
  if (at < 0) return undefined;
  const query = new URLSearchParams(url.slice(at).replace(/#.*$/s, ''));
  const own = query.get('svc_click_id');
  if (own) return own;
  const network = networkIds.find((name) => query.get(name));
  return network && `${network}:${query.get(network)}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
