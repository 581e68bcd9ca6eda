import { asksForPage, type Click, type CookieOptions, clickIn, clickOf, newestClick, renewal } from './click-cookie.ts';

// The snippet needs only these parts of NextRequest, NextResponse and the result of cookies().
type Cookie = { value: string };
type Cookies = { get(name: string): Cookie | undefined; getAll?(name: string): Cookie[] };
type Request = { headers: { get(name: string): string | null }; cookies: Cookies };
type Response = {
  cookies: {
    set(cookie: { name: string; value: string; path: string; maxAge: number; sameSite: 'lax'; secure: boolean; domain?: string }): unknown;
  };
};

/**
 * In `middleware.ts`, write `export const middleware = (request) => keepClickCookie(request,
 * NextResponse.next());`
 */
export function keepClickCookie<R extends Response>({ headers, cookies }: Request, response: R, options: CookieOptions = {}): R {
  const cookie = asksForPage(headers.get('accept')) ? renewal(clickOfRequest(headers, cookies), options) : null;
  if (cookie) {
    const { domain, secure = true } = options;
    // Next encodes the value.
    const { value, maxAgeSeconds: maxAge } = cookie;
    const attributes = { path: '/', maxAge, sameSite: 'lax', secure, ...(domain && { domain }) } as const;
    response.cookies.set({ name: 'svc_sid', value, ...attributes });
  }
  return response;
}

// NextRequest's own store drops one of two cookies of the same name.
const clickOfRequest = (headers: Request['headers'], cookies: Cookies) => clickIn(headers.get('cookie')) ?? clickOfCookies(cookies);

/** In a route handler or server action, `clickOfCookies(await cookies())?.sid` is the `svc_click_id`. */
export function clickOfCookies(cookies: Cookies): Click | null {
  const all = cookies?.getAll?.('svc_sid') ?? [cookies?.get?.('svc_sid')];
  return newestClick(all.map((cookie) => clickOf(cookie?.value)));
}
