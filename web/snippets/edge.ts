import { asksForPage, type Click, type CookieOptions, clickIn, setCookie } from './click-cookie.ts';

// The snippet suits Cloudflare Workers, Deno, Bun, Vercel and Netlify edge functions.

/** Wrap your fetch handler: `export default { fetch: withClickCookie(handle) }`. */
export const withClickCookie =
  <Rest extends unknown[]>(handle: (request: Request, ...rest: Rest) => Response | Promise<Response>, options: CookieOptions = {}) =>
  async (request: Request, ...rest: Rest): Promise<Response> => {
    const response = await handle(request, ...rest);
    const cookie = asksForPage(request.headers.get('accept')) ? setCookie(clickOfRequest(request), options) : null;
    if (!cookie) return response;
    try {
      // The headers of a fetched response cannot be changed.
      const answer = new Response(response.body, response);
      answer.headers.append('set-cookie', cookie);
      return answer;
    } catch {
      return response;
    }
  };

export const clickOfRequest = ({ headers }: Request): Click | null => clickIn(headers.get('cookie'));
