// Copy this file and the file for your framework. It has no dependency and runs wherever JavaScript does.

/** A visitor's `svc_sid` cookie contains this ad click. */
export type Click = {
  /** Send it as `svc_click_id` with a conversion. */
  sid: string;
  /** The visitor ID spans several clicks, and is absent without consent. */
  vid?: string;
  /** The click's time is in epoch milliseconds; 0 if the cookie lacks it. */
  ts: number;
  /** A server last issued the cookie at this time. */
  renewed?: number;
};
export type CookieOptions = {
  /** The pixel's click window is 30 days unless you have changed it. */
  windowDays?: number;
  /** The script tag may have a `data-cookie-domain`. */
  domain?: string;
  /** Set it to false only for plain http on your own machine. */
  secure?: boolean;
};

const dayMs = 86_400_000;

/** The pixel's JSON is ASCII, so other bytes need no decoding. */
const decoded = (text: string) => text.replace(/%([0-7][0-9A-Fa-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const id = (letter: string) => new RegExp(`(?:^|[^0-9A-Za-z_])(${letter}_[0-9A-Za-z]{22})(?![0-9A-Za-z_])`);
const [clickId, visitorId] = [id('s'), id('v')];
const timeIn = (text: string, field: string) => Number(new RegExp(`["']${field}["']\\s*:\\s*["']?(\\d{1,15})(?!\\d)`).exec(text)?.[1] ?? 0);

/**
 * The value may be encoded up to three times, quoted, with slashes or HTML entities, with the cookie's name
 * or attributes. It never throws.
 */
export function clickOf(value: unknown): Click | null {
  if (typeof value !== 'string') return null;
  const text = decoded(decoded(decoded(value)))
    .replaceAll('\\', '')
    .replace(/&(?:quot|#34|#x22);/gi, '"');
  const [, sid] = clickId.exec(text) ?? [];
  if (!sid) return null;
  const [, vid] = visitorId.exec(text) ?? [];
  const renewed = timeIn(text, 'renewed');
  return { sid, ...(vid && { vid }), ts: timeIn(text, 'ts'), ...(renewed > 0 && { renewed }) };
}

/** A browser can send two cookies of one name, in any order, so the newest click counts. */
export const newestClick = (clicks: readonly (Click | null)[]): Click | null =>
  clicks.reduce((newest, click) => (click && click.ts > (newest?.ts ?? -1) ? click : newest), null);

export function clickIn(cookieHeader: unknown): Click | null {
  if (typeof cookieHeader !== 'string') return null;
  const values = [...cookieHeader.matchAll(/(?:^|[;,])\s*svc_sid\s*=([^;]*)/g)];
  return newestClick(values.map(([, value]) => clickOf(value)));
}

/**
 * The cookie is issued again at most daily within the click window. Browsers shorten the life of cookies that
 * scripts set, but not of cookies that servers set.
 */
export function renewal(
  click: Click | null,
  { windowDays = 30 }: CookieOptions = {},
  now = Date.now(),
): { value: string; maxAgeSeconds: number } | null {
  if (!click || now - (click.renewed ?? 0) < dayMs) return null;
  // A clock that runs ahead must not make a cookie that outlives its click.
  const maxAgeSeconds = Math.floor((Math.min(click.ts, now) + windowDays * dayMs - now) / 1000);
  if (maxAgeSeconds <= 0) return null;
  const { sid, vid, ts } = click;
  return { value: JSON.stringify({ sid, vid, ts, v: 1, renewed: now }), maxAgeSeconds };
}

/** Returns the value of a `Set-Cookie` header. */
export function setCookie(click: Click | null, options: CookieOptions = {}): string | null {
  const cookie = renewal(click, options);
  if (!cookie) return null;
  const { domain, secure = true } = options;
  const attributes = `Path=/; SameSite=Lax; Max-Age=${cookie.maxAgeSeconds}`;
  const where = `${domain ? `; Domain=${domain}` : ''}${secure ? '; Secure' : ''}`;
  // The pixel reads the cookie, so it is not HttpOnly.
  return `svc_sid=${encodeURIComponent(cookie.value)}; ${attributes}${where}`;
}

/** Pictures and API responses need no cookie, and caches may store them. */
export const asksForPage = (accept: string | null | undefined) => /text\/html/.test(accept ?? '');
