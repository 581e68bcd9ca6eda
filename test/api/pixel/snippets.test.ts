import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as edge from '../../../web/snippets/edge.ts';
import * as express from '../../../web/snippets/express.ts';
import * as next from '../../../web/snippets/next.ts';

const sid = `s_${'a'.repeat(22)}`;
const vid = `v_${'b'.repeat(22)}`;
const dayMs = 86_400_000;
type Options = { windowDays?: number; domain?: string; secure?: boolean };
type Answer = { setCookies: string[]; sid: string | undefined };
type Snippet = (cookie: string, accept: string, options: Options) => Promise<Answer>;

const snippets: Record<string, Snippet> = {
  async express(cookie, accept, options) {
    const middleware = express.keepClickCookie(options);
    let seen: string | undefined;
    const server = createServer((request, response) =>
      middleware(request, response, () => {
        seen = express.clickOfRequest(request)?.sid;
        response.appendHeader('Set-Cookie', 'own=1');
        response.end('page');
      }),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      const options = { headers: { cookie, accept }, agent: false };
      get(`http://127.0.0.1:${port}/`, options, (answer) => resolve(answer.resume().headers)).on('error', reject);
    });
    server.close();
    return { setCookies: headers['set-cookie'] ?? [], sid: seen };
  },

  async edge(cookie, accept, options) {
    let seen: string | undefined;
    const handler = edge.withClickCookie(async (request, name: string) => {
      seen = edge.clickOfRequest(request)?.sid;
      return new Response(name, { status: 201, headers: { 'set-cookie': 'own=1' } });
    }, options);
    const answer = await handler(new Request('https://shop.example/', { headers: { cookie, accept } }), 'page');
    expect([answer.status, await answer.text()]).toEqual([201, 'page']);
    return { setCookies: answer.headers.getSetCookie(), sid: seen };
  },

  async next(cookie, accept, options) {
    const request = {
      headers: new Headers({ accept }),
      cookies: {
        get(name: string) {
          const found = cookie.split('; ').find((part) => part.startsWith(`${name}=`));
          try {
            return found && { name, value: decodeURIComponent(found.slice(name.length + 1)) };
          } catch {
            return undefined;
          }
        },
      },
    } as Parameters<typeof next.keepClickCookie>[0];
    const setCookies = ['own=1'];
    const cookies: Parameters<typeof next.keepClickCookie>[1]['cookies'] = {
      set({ name, value, path, maxAge, secure, domain }) {
        const where = `${domain ? `; Domain=${domain}` : ''}${secure ? '; Secure' : ''}`;
        const text = `${name}=${encodeURIComponent(value)}; Path=${path}; SameSite=Lax; Max-Age=${maxAge}${where}`;
        setCookies.push(text);
      },
    };
    next.keepClickCookie(request, { cookies }, options);
    return { setCookies, sid: next.clickOfCookies(request.cookies)?.sid };
  },
};

const written = (fields: object) => `svc_sid=${encodeURIComponent(JSON.stringify(fields))}`;
const html = 'text/html,*/*;q=0.8';

describe.each(Object.entries(snippets))('the %s snippet', (_, run) => {
  const reissued = async (cookie: string, options: Options = {}, accept = html) => {
    const { setCookies } = await run(`theme=dark; ${cookie}`, accept, options);
    expect(setCookies).toContain('own=1');
    return setCookies.find((text) => text.startsWith('svc_sid='));
  };

  it("the snippet issues a script's cookie again from the server, until the end of its click window", async () => {
    const ts = Date.now();
    const cookie = (await reissued(written({ sid, vid, ts, v: 1, extra: '<script>' }))) ?? '';
    const [pair = '', ...attributes] = cookie.split('; ');
    const value = JSON.parse(decodeURIComponent(pair.slice('svc_sid='.length)));
    expect(value).toEqual({ sid, vid, ts, v: 1, renewed: expect.any(Number) });
    const maxAge = Number(attributes.find((text) => text.startsWith('Max-Age='))?.slice(8));
    expect(Math.abs(maxAge - 30 * 86_400)).toBeLessThan(10);
    expect(attributes.filter((text) => !text.startsWith('Max-Age=')).sort()).toEqual(['Path=/', 'SameSite=Lax', 'Secure']);
  });

  it('the snippet issues a cookie once a day, and never prolongs it', async () => {
    const ts = Date.now() - 10 * dayMs;
    expect(await reissued(written({ sid, ts, v: 1, renewed: Date.now() - dayMs / 2 }))).toBeUndefined();
    const later = await reissued(written({ sid, ts, v: 1, renewed: Date.now() - 2 * dayMs }));
    expect(Math.abs(Number(/Max-Age=(\d+)/.exec(later ?? '')?.[1]) - 20 * 86_400)).toBeLessThan(10);
    expect(await reissued(written({ sid, ts: Date.now() - 31 * dayMs, v: 1 }))).toBeUndefined();
    expect(await reissued(written({ sid, ts, v: 1 }), { windowDays: 7 })).toBeUndefined();
  });

  it('the snippet uses the domain of the script tag, and plain http on your own machine', async () => {
    const cookie = await reissued(written({ sid, ts: Date.now() }), {
      domain: 'shop.example',
      secure: false,
    });
    expect(cookie).toContain('; Domain=shop.example');
    expect(cookie).not.toContain('Secure');
  });

  it.each([
    ['no cookie', 'other=1'],
    ['an empty one', 'svc_sid='],
    ['one that is no JSON', 'svc_sid=hello'],
    ['broken encoding', 'svc_sid=%E0%A4%A'],
    ['a null', 'svc_sid=null'],
    ['another id', written({ sid: 's_x"; Domain=evil.example', ts: Date.now() })],
    ['a name that only ends alike', `x${written({ sid, ts: Date.now() })}`],
  ])('the snippet with %s neither issues nor reads a cookie', async (_name, cookie) => {
    const { setCookies, sid: read } = await run(cookie, html, {});
    expect([setCookies, read]).toEqual([['own=1'], undefined]);
  });

  it('the snippet reads a click without a time, and does not issue its cookie again', async () => {
    for (const fields of [{ sid }, { sid, ts: '1' }]) expect(await run(written(fields), html, {})).toEqual({ setCookies: ['own=1'], sid });
  });

  it('the snippet issues no cookie with pictures and API answers, and reads the click ID there too', async () => {
    const cookie = written({ sid, ts: Date.now() });
    expect(await reissued(cookie, {}, 'image/avif,image/webp,*/*')).toBeUndefined();
    expect(await run(cookie, 'application/json', {})).toEqual({ setCookies: ['own=1'], sid });
  });

  it('the snippet drops an invalid visitor ID', async () => {
    const cookie = (await reissued(written({ sid, vid: 'me', ts: Date.now() }))) ?? '';
    expect(decodeURIComponent(cookie)).not.toContain('vid');
  });
});
