import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error: the package has no types.
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import type { WebhookData } from '#packages/node/src/webhooks.ts';
import { type AdtrailError, verifyWebhook } from '#packages/node/src/webhooks.ts';
import type { WebhookData as ServiceData, WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import { sampleEvent } from '#shared/registry/sample-event.ts';
import { webhookEventTypes } from '#shared/registry/webhook-events.ts';
import { payloadOf } from '#shared/webhooks/rules/event.ts';
import { newWebhookSecret, signedHeaders } from '#shared/webhooks/rules/signature.ts';
import { verifyAll } from './webhook-requests.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = { [K in keyof T]: T[K] };
// `npm run typecheck` fails here when the package and the service differ in a type of event or in its data.
const isSame: { [K in WebhookEventType]: Same<Flat<WebhookData[K]>, Flat<ServiceData<K>>> } & {
  all: Same<keyof WebhookData, WebhookEventType>;
} = {
  ...(Object.fromEntries(webhookEventTypes.map((type) => [type, true])) as Record<WebhookEventType, true>),
  all: true,
};
void isSame;

const [secret, otherSecret] = [newWebhookSecret(), newWebhookSecret()];
const bodyOf = (type: WebhookEventType) => payloadOf(sampleEvent(type, { accountId: 1, environment: 'live', now: Date.now(), nonce: 'ä' }));
const signed = (secrets = [secret], type: WebhookEventType = 'credits.low') => {
  const body = bodyOf(type).replace('"data"', '"note":"Zürich","data"');
  return { body, headers: signedHeaders(secrets, { id: JSON.parse(body).id, at: Date.now(), body }) };
};

describe('verifyWebhook', () => {
  it('verifyWebhook accepts a signed delivery in every shape, and refuses others with a code', async () => {
    expect(await verifyAll(verifyWebhook as never, { secret, otherSecret, ...signed() })).toEqual([]);
  });

  it('verifyWebhook accepts a delivery with two signatures under each of the two secrets', async () => {
    const delivery = signed([otherSecret, secret]);
    expect(await verifyAll(verifyWebhook as never, { secret, otherSecret: newWebhookSecret(), ...delivery })).toEqual([]);
    expect((await verifyWebhook(delivery, otherSecret)).type).toBe('credits.low');
  });

  it('verifyWebhook ignores signatures of other versions and texts that are no base64', async () => {
    const { headers, body } = signed();
    const own = headers['webhook-signature'];
    for (const [signature, isAccepted] of [
      [`v2,AAAA v1a,BBBB v1,* ${own}`, true],
      [`v2,${own?.slice(3)}`, false],
      ['', false],
      ['v1,', false],
    ] as const)
      expect(
        await verifyWebhook({ headers: { ...headers, 'webhook-signature': signature }, body }, secret).then(
          () => true,
          () => false,
        ),
      ).toBe(isAccepted);
  });

  it('verifyWebhook refuses a signed body that is not JSON', async () => {
    const key = Buffer.from(secret.slice(6), 'base64');
    const at = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', key).update(`msg_1.${at}.hello`).digest('base64');
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': at,
      'webhook-signature': `v1,${signature}`,
    };
    await expect(verifyWebhook({ headers, body: 'hello' }, secret)).rejects.toMatchObject({
      name: 'AdtrailError',
      code: 'webhook_not_json',
    });
  });
});

describe('verifyWebhook in a server', () => {
  const answer = (request: object): Promise<string> =>
    verifyWebhook(request, secret).then(
      ({ type }) => type,
      (error: AdtrailError) => error.code,
    );
  async function posted(port: number, path = '/', delivery = signed(), type = 'application/json') {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...delivery.headers, 'content-type': type, connection: 'close' },
      body: delivery.body,
    });
    return await response.text();
  }

  it('verifyWebhook reads a request of node:http, and no more of it than a delivery has', async () => {
    const server = createServer(async (request, response) => response.end(await answer(request)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await posted(port)).toBe('credits.low');
    const large = { headers: signed().headers, body: 'x'.repeat((1 << 20) + 1) };
    expect(await posted(port, '/', large).catch(() => 'webhook_body_too_large')).toBe('webhook_body_too_large');
    server.close();
  });

  it('verifyWebhook reads requests of Express without a parser and with raw bodies, and names a parsed body', async () => {
    const app = express();
    const handle = async (request: object, response: { send(text: string): void }) => response.send(await answer(request));
    app.post('/none', handle);
    app.post('/raw', express.raw({ type: '*/*' }), handle);
    app.post('/text', express.text({ type: '*/*' }), handle);
    app.post('/json', express.json(), handle);
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    for (const path of ['/none', '/raw', '/text']) expect(await posted(port, path)).toBe('credits.low');
    expect(await posted(port, '/json')).toBe('webhook_body_parsed');
    // The parser leaves a body of another type of content.
    expect(await posted(port, '/json', signed(), 'text/plain')).toBe('credits.low');
    server.close();
  });

  it('verifyWebhook reads a raw body of Fastify, and names a parsed body', async () => {
    const app = fastify();
    app.post('/json', async (request) => await answer(request));
    await app.register(async (raw) => {
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
      raw.post('/raw', async (request) => await answer(request));
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    expect(await posted(port, '/raw')).toBe('credits.low');
    expect(await posted(port, '/json')).toBe('webhook_body_parsed');
    await app.close();
  });

  it('verifyWebhook reads a context of Hono, also after a middleware has read the body', async () => {
    const app = new Hono();
    app.use('/read', async (context, next) => {
      await context.req.text();
      await next();
    });
    app.post('/*', async (context) => context.text(await answer(context)));
    for (const path of ['/', '/read']) {
      const { headers, body } = signed();
      const response = await app.request(path, { method: 'POST', headers, body });
      expect(await response.text()).toBe('credits.low');
    }
  });
});
