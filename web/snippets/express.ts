import { asksForPage, type Click, type CookieOptions, clickIn, setCookie } from './click-cookie.ts';

// The snippet suits Express 4 and 5, and frameworks whose requests and responses are Node's own.
type Request = { headers: { cookie?: string | undefined; accept?: string | undefined } };
type Response = { appendHeader(name: string, value: string): unknown };

/** Call `app.use(keepClickCookie())` before the routes of your pages. */
export const keepClickCookie =
  (options: CookieOptions = {}) =>
  ({ headers }: Request, response: Response, next: () => void): void => {
    try {
      const cookie = asksForPage(headers.accept) ? setCookie(clickIn(headers.cookie), options) : null;
      if (cookie) response.appendHeader('Set-Cookie', cookie);
    } catch {
      // The response may lack this method or be sent already, and the page matters more than the cookie.
    }
    next();
  };

export const clickOfRequest = ({ headers }: Request): Click | null => clickIn(headers.cookie);
