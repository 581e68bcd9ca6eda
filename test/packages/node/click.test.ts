// Slow: it starts processes.
import { createServer, type IncomingMessage } from 'node:http';
import { clickFrom } from '#packages/node/src/index.ts';
import * as edge from '../../../web/snippets/edge.ts';
import * as express from '../../../web/snippets/express.ts';
import * as next from '../../../web/snippets/next.ts';
import { clickCases as cases } from '../../click-cases.ts';
import { readAll, sample } from './click-sources.ts';

const { sid, value, cookie } = sample;
const store = (...values: string[]) => ({
  get: (name: string) => (name === 'svc_sid' ? { name, value: values.at(-1) } : undefined),
  getAll: (name: string) => (name === 'svc_sid' ? values.map((one) => ({ name, value: one })) : []),
});

describe('the click ID of a request', () => {
  it('the click ID of a request is read from every place, also beside a place that throws', () => expect(readAll(clickFrom)).toEqual([]));

  it('the click ID of a request is read from the promise of cookies() in Next 15, and a promise that rejects has none', async () => {
    expect(await clickFrom(Promise.resolve(store(value)))).toBe(sid);
    expect(await clickFrom(Promise.reject(new Error('outside of a request')))).toBeUndefined();
  });

  it('the click ID of a request is read from a request of node:http', async () => {
    const clickId = await new Promise<string | undefined>((resolve) => {
      const server = createServer((incoming: IncomingMessage, response) => {
        resolve(clickFrom(incoming));
        response.end();
        server.close();
      }).listen(0, '127.0.0.1', async () => {
        const { port } = server.address() as { port: number };
        await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie, connection: 'close' } });
      });
    });
    expect(clickId).toBe(sid);
  });
});

describe('the shared cases of the cookie', () => {
  it.each(cases.headers.map(({ name, header, click }) => [name, header, click ?? undefined] as const))(
    'the shared cases of the cookie in a header: %s',
    (_, header, click) => {
      expect(clickFrom({ headers: { cookie: header } })).toBe(click);
      expect(clickFrom({ version: '2.0', cookies: header.split(/; */) })).toBe(click);
      expect(express.clickOfRequest({ headers: { cookie: header } })?.sid).toBe(click);
      // `Headers` accept only bytes, and trim.
      const latin = new Headers(header ? { cookie: header } : {});
      expect(edge.clickOfRequest({ headers: latin } as Request)?.sid).toBe(click);
    },
  );

  it.each(cases.values.map(({ name, value: text, click }) => [name, text, click] as const))(
    'the shared cases of the cookie as a value: %s',
    (_, text, click) => {
      expect(clickFrom(text)).toBe(click);
      expect(clickFrom({ svc_sid: text })).toBe(click);
      expect(next.clickOfCookies(store(text) as never)?.sid).toBe(click);
    },
  );

  it.each(cases.unreadable.map(({ name, value: text }) => [name, text] as const))(
    'the shared cases of the cookie as a value without a click: %s',
    (_, text) => {
      expect(clickFrom(text)).toBeUndefined();
      expect(next.clickOfCookies(store(text) as never)).toBeNull();
    },
  );
});
