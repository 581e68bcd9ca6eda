// Copy this file and the one for your framework. No dependency; runs wherever JavaScript does.

/** The ad click that a visitor's `svc_sid` cookie carries. */
export type Click = {
  /** Send it as `svc_click_id` with a conversion. */
  sid: string;
  /** The visitor, over several clicks; absent without consent. */
  vid?: string;
  /** When it was clicked, epoch milliseconds. */
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

/** The click in a value of the cookie, encoded or not; nothing of a value that the pixel has not written. */
export function clickOf(value: string | undefined): Click | null {
  try {
    const text = value?.startsWith('{') ? value : decodeURIComponent(value ?? '');
    const { sid, vid, ts, renewed } = JSON.parse(text) as Record<string, unknown>;
    const isId = (id: unknown, pattern: RegExp): id is string => typeof id === 'string' && pattern.test(id);
    if (!isId(sid, /^s_[0-9A-Za-z]{22}$/) || !Number.isSafeInteger(ts)) return null;
    return {
      sid,
      ...(isId(vid, /^v_[0-9A-Za-z]{22}$/) && { vid }),
      ts: ts as number,
      ...(Number.isSafeInteger(renewed) && { renewed: renewed as number }),
    };
  } catch {
    return null;
  }
}

/** The click in a request's `Cookie` header. */
export function clickIn(cookieHeader: string | null | undefined): Click | null {
  for (const part of (cookieHeader ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    const click = name === 'svc_sid' ? clickOf(value) : null;
    if (click) return click;
  }
  return null;
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
