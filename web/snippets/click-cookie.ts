// Copy this file and the one for your framework. No dependency; runs wherever JavaScript does.

/** The ad click that a visitor's `svc_sid` cookie carries. */
export type Click = {
  /** Send it as `svc_click_id` with a conversion. */
  sid: string;
  /** The visitor, over several clicks; absent without consent. */
  vid?: string;
  /** When it was clicked, epoch milliseconds; 0 if the cookie does not say it. */
  ts: number;
  /** When a server has last issued the cookie. */
  renewed?: number;
};
export type CookieOptions = {
  /** The pixel's click window; 30 unless you have changed it. */
  windowDays?: number;
  /** The script tag's `data-cookie-domain`, if it has one. */
  domain?: string;
  /** Only for plain http on your own machine: false. */
  secure?: boolean;
};

const dayMs = 86_400_000;

/** Only ASCII, which is all that the pixel's JSON has: other bytes can be anything, and need no decoding here. */
const decoded = (text: string) =>
  text.replace(/%([0-7][0-9A-Fa-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const id = (letter: string) => new RegExp(`(?:^|[^0-9A-Za-z_])(${letter}_[0-9A-Za-z]{22})(?![0-9A-Za-z_])`);
const [clickId, visitorId] = [id('s'), id('v')];
const timeIn = (text: string, field: string) =>
  Number(new RegExp(`["']${field}["']\\s*:\\s*["']?(\\d{1,15})(?!\\d)`).exec(text)?.[1] ?? 0);

/**
 * The click in a value of the cookie, whatever was done to it on its way: encoded up to three times, quoted, with slashes
 * or HTML entities, with the cookie's name or attributes. It never throws.
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

/** Of several clicks the newest: a browser can send two cookies of one name, in any order. */
export const newestClick = (clicks: readonly (Click | null)[]): Click | null =>
  clicks.reduce((newest, click) => (click && click.ts > (newest?.ts ?? -1) ? click : newest), null);

/** The click in a request's `Cookie` header. */
export function clickIn(cookieHeader: unknown): Click | null {
  if (typeof cookieHeader !== 'string') return null;
  const values = [...cookieHeader.matchAll(/(?:^|[;,])\s*svc_sid\s*=([^;]*)/g)];
  return newestClick(values.map(([, value]) => clickOf(value)));
}

/**
 * The cookie to issue again, or nothing when that was done within a day or the click window is over. Browsers cut the
 * cookies of scripts to days, those of servers they keep. The end stays that of the click: it is not put off.
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

/** As `renewal`, as the value of a `Set-Cookie` header. */
export function setCookie(click: Click | null, options: CookieOptions = {}): string | null {
  const cookie = renewal(click, options);
  if (!cookie) return null;
  const { domain, secure = true } = options;
  const attributes = `Path=/; SameSite=Lax; Max-Age=${cookie.maxAgeSeconds}`;
  const where = `${domain ? `; Domain=${domain}` : ''}${secure ? '; Secure' : ''}`;
  // Not HttpOnly: the pixel reads it.
  return `svc_sid=${encodeURIComponent(cookie.value)}; ${attributes}${where}`;
}

/** Whether a browser asks for a page. Pictures and API answers need no cookie, and caches may keep them. */
export const asksForPage = (accept: string | null | undefined) => /text\/html/.test(accept ?? '');
