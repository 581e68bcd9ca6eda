import { asksForPage, type Click, type CookieOptions, clickIn, setCookie } from './click-cookie.ts';

// Express 4 and 5, and every framework whose requests and answers are Node's own.
type Request = { headers: { cookie?: string | undefined; accept?: string | undefined } };
type Response = { appendHeader(name: string, value: string): unknown };

/** `app.use(keepClickCookie())`, before the routes of your pages. */
export const keepClickCookie =
  (options: CookieOptions = {}) =>
  ({ headers }: Request, response: Response, next: () => void): void => {
    try {
      const cookie = asksForPage(headers.accept) ? setCookie(clickIn(headers.cookie), options) : null;
      if (cookie) response.appendHeader('Set-Cookie', cookie);
    } catch {
      // A response without this method, or one that is sent already: the page matters more than the cookie.
    }
    next();
  };

/** The click of a request: its `sid` is the `svc_click_id` of the conversion you send. */
export const clickOfRequest = ({ headers }: Request): Click | null => clickIn(headers.cookie);
