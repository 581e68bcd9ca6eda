// The test runs these shops on Node, Bun and Deno, with the frameworks of the temporary project.
import { createServer } from 'node:http';
import { clickFrom } from '#packages/node/src/index.ts';
import { verifyWebhook } from '#packages/node/src/webhooks.ts';
import { sample } from '#test/packages/node/click-sources.ts';
import { withClickCookie } from '../../../web/snippets/edge.ts';
import { keepClickCookie } from '../../../web/snippets/express.ts';

/** The frameworks are packages of the temporary project alone. */
const load = async (name) => (await import(name)).default;

/** Each shop answers GET with the click, and POST with the type of the event. */
export async function shopReport({ signed }) {
  const answer = async (request) =>
    await verifyWebhook(request, signed.secret).then(
      ({ type }) => type,
      (error) => error.code,
    );
  const shops = {
    'node:http': async () => {
      const keep = keepClickCookie();
      const server = createServer((request, response) =>
        keep(request, response, async () => response.end(request.method === 'POST' ? await answer(request) : clickFrom(request))),
      );
      return await listening(server.listen(0, '127.0.0.1'));
    },
    express: async () => {
      const express = await load('express');
      const app = express().use(keepClickCookie());
      app.get('/', (request, response) => response.send(clickFrom(request)));
      app.post('/', express.raw({ type: '*/*' }), async (request, response) => response.send(await answer(request)));
      return await listening(app.listen(0, '127.0.0.1'));
    },
    fastify: async () => {
      const app = (await load('fastify'))();
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
      app.addHook('onRequest', (request, reply, done) => keepClickCookie()(request.raw, reply.raw, done));
      app.get('/', async (request) => clickFrom(request));
      app.post('/', async (request) => await answer(request));
      await app.listen({ port: 0, host: '127.0.0.1' });
      return [app.server.address().port, () => app.close()];
    },
    koa: async () => {
      const Koa = await load('koa');
      const app = new Koa();
      app.use(async (context, next) => {
        keepClickCookie()(context.req, context.res, () => {});
        await next();
      });
      app.use(async (context) => {
        context.body = context.method === 'POST' ? await answer(context) : clickFrom(context);
      });
      return await listening(app.listen(0, '127.0.0.1'));
    },
    ...fetchShops(answer),
  };
  const outcomes = {};
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
function fetchShops(answer) {
  const { Bun, Deno } = globalThis;
  const handle = withClickCookie(async (request) => new Response(request.method === 'POST' ? await answer(request) : clickFrom(request)));
  const bun = (handlers) => async () => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', ...handlers });
    return [server.port, () => server.stop(true)];
  };
  const deno = async () => {
    const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, handle);
    return [server.addr.port, () => server.shutdown()];
  };
  return {
    ...(Bun && {
      'Bun.serve': bun({ fetch: handle }),
      'routes of Bun.serve': bun({ routes: { '/': handle } }),
    }),
    ...(Deno && { 'Deno.serve': deno }),
  };
}

async function listening(server) {
  for (let waits = 0; !server.address() && waits < 200; waits++) await new Promise((resolve) => setTimeout(resolve, 25));
  return [server.address().port, () => server.close()];
}
