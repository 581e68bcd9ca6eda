// The test runs these shops on Node, Bun and Deno, with the frameworks of the temporary project.
import { createServer } from 'node:http';
import { clickFrom } from '#packages/node/src/index.ts';
import { verifyWebhook } from '#packages/node/src/webhooks.ts';
import { sample } from '#test/packages/node/click-sources.ts';
import { keepClickCookie } from '../../../web/snippets/express.ts';

type Signed = { secret: string; headers: Record<string, string>; body: string };
type Server = { address(): { port: number } | string | null; close(): unknown };
type Loaded = Record<string, never>;

/** Each shop answers GET with the click, and POST with the type of the event. */
export async function shopReport({ signed }: { signed: Signed }) {
  const answer = async (request: object): Promise<string> =>
    await verifyWebhook(request, signed.secret).then(
      ({ type }) => type,
      (error) => error.code,
    );
  const shops: Record<string, () => Promise<[port: number, close: () => unknown]>> = {
    'node:http': async () => {
      const keep = keepClickCookie();
      const server = createServer((request, response) =>
        keep(request, response, async () =>
          response.end(request.method === 'POST' ? await answer(request) : clickFrom(request)),
        ),
      );
      return await listening(server.listen(0, '127.0.0.1'));
    },
    express: async () => {
      const { default: express } = (await import(`${'express'}`)) as { default: never };
      const app = (express as () => Loaded)() as any;
      app.use(keepClickCookie());
      app.get('/', (request: object, response: any) => response.send(clickFrom(request)));
      const raw = (express as any).raw({ type: '*/*' });
      app.post('/', raw, async (request: object, response: any) => response.send(await answer(request)));
      return await listening(app.listen(0, '127.0.0.1'));
    },
    fastify: async () => {
      const { default: fastify } = (await import(`${'fastify'}`)) as { default: any };
      const app = fastify();
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { parseAs: 'buffer' }, (_: unknown, body: unknown, done: any) =>
        done(null, body),
      );
      app.addHook('onRequest', (request: any, reply: any, done: () => void) =>
        keepClickCookie()(request.raw, reply.raw, done),
      );
      app.get('/', async (request: object) => clickFrom(request));
      app.post('/', async (request: object) => await answer(request));
      await app.listen({ port: 0, host: '127.0.0.1' });
      return [app.server.address().port, () => app.close()];
    },
    koa: async () => {
      const { default: Koa } = (await import(`${'koa'}`)) as { default: any };
      const app = new Koa();
      app.use(async (context: any, next: () => Promise<void>) => {
        keepClickCookie()(context.req, context.res, () => {});
        await next();
      });
      app.use(async (context: any) => {
        context.body = context.method === 'POST' ? await answer(context) : clickFrom(context);
      });
      return await listening(app.listen(0, '127.0.0.1'));
    },
    ...fetchShops(answer),
  };
  const outcomes: Record<string, unknown> = {};
  for (const [name, start] of Object.entries(shops)) {
    const [port, close] = await start();
    const address = `http://127.0.0.1:${port}/`;
    const fresh = encodeURIComponent(JSON.stringify({ sid: sample.sid, ts: Date.now(), v: 1 }));
    const headers = { cookie: `svc_sid=${fresh}`, accept: 'text/html', connection: 'close' };
    const page = await fetch(address, { headers });
    const parameter = await fetch(`${address}?svc_click_id=${sample.sid}`, {
      headers: { connection: 'close' },
    });
    const { headers: signatures, body } = signed;
    const hook = { ...signatures, 'content-type': 'application/json', connection: 'close' };
    const delivered = await fetch(address, { method: 'POST', headers: hook, body });
    const isRenewed = (page.headers.get('set-cookie') ?? '').includes(sample.sid);
    outcomes[name] = [await page.text(), isRenewed, await parameter.text(), await delivered.text()];
    await close();
  }
  return outcomes;
}

/** The servers of Bun and Deno, whose handlers take a `Request`. */
function fetchShops(answer: (request: object) => Promise<string>) {
  const { Bun, Deno } = globalThis as any;
  const keep = (request: Request, text: string | undefined) => {
    const response = new Response(text ?? '');
    keepClickCookie()(
      {
        headers: { cookie: request.headers.get('cookie') ?? '', accept: request.headers.get('accept') ?? '' },
      },
      { appendHeader: (name, value) => response.headers.append(name, value) },
      () => {},
    );
    return response;
  };
  const handle = async (request: Request) =>
    keep(request, request.method === 'POST' ? await answer(request) : clickFrom(request));
  return {
    ...(Bun && {
      'Bun.serve': async () => {
        const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handle });
        return [server.port, () => server.stop(true)] as [number, () => unknown];
      },
      'routes of Bun.serve': async () => {
        const server = Bun.serve({ port: 0, hostname: '127.0.0.1', routes: { '/': handle } });
        return [server.port, () => server.stop(true)] as [number, () => unknown];
      },
    }),
    ...(Deno && {
      'Deno.serve': async () => {
        const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, handle);
        return [server.addr.port, () => server.shutdown()] as [number, () => unknown];
      },
    }),
  };
}

async function listening(server: Server & { once?: unknown }): Promise<[number, () => unknown]> {
  for (let waits = 0; !server.address() && waits < 200; waits++)
    await new Promise((resolve) => setTimeout(resolve, 25));
  return [(server.address() as { port: number }).port, () => server.close()];
}
