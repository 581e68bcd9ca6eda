import { asksForPage, type Click, type CookieOptions, clickIn, setCookie } from './click-cookie.ts';

// Cloudflare Workers, Deno, Bun, Vercel and Netlify edge functions: all that speaks Request and Response.

/** Wraps a fetch handler: `export default { fetch: withClickCookie(handle) }`. */
export const withClickCookie =
  <Rest extends unknown[]>(
    handle: (request: Request, ...rest: Rest) => Response | Promise<Response>,
    options: CookieOptions = {},
  ) =>
  async (request: Request, ...rest: Rest): Promise<Response> => {
    const response = await handle(request, ...rest);
    const cookie = asksForPage(request.headers.get('accept'))
      ? setCookie(clickOfRequest(request), options)
      : null;
    if (!cookie) return response;
    try {
      // The headers of an answer that was fetched cannot be changed.
      const answer = new Response(response.body, response);
      answer.headers.append('set-cookie', cookie);
      return answer;
    } catch {
      // An answer that cannot be copied, such as an error or an upgrade.
      return response;
    }
  };

/** The click of a request: its `sid` is the `svc_click_id` of the conversion you send. */
export const clickOfRequest = ({ headers }: Request): Click | null => clickIn(headers.get('cookie'));
