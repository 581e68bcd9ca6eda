import * as z from 'zod';
import { type GatewayRequest, gateway } from '#lib/local/gateway.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';

const shared = {
  auth: 'none',
  summary: 'Answers a text',
  responses: { 200: z.object({ text: z.string() }) },
  example: { responses: { 200: { text: '' } } },
} as const;
const read = defineEndpoint({
  ...shared,
  id: 'read',
  method: 'GET',
  path: '/read',
  query: z.object({ megabytes: z.coerce.number() }),
  handle: async ({ query }) => ok({ text: 'x'.repeat(query.megabytes * 1_048_576) }),
});
const send = defineEndpoint({
  ...shared,
  id: 'send',
  method: 'POST',
  path: '/send',
  maxBodyBytes: 8 * 1_048_576,
  body: z.object({ texts: z.array(z.string()) }),
  handle: async ({ body }) => ok({ text: String(body.texts.length) }),
});
const handler = httpLambda([read, send], () => ({})) as never;
const ask = async (request: Partial<GatewayRequest>) => {
  const { handle } = gateway([{ endpoints: [read, send], handler }], handler);
  const sent = { method: 'GET', path: '/read', query: '', headers: [], body: Buffer.alloc(0) };
  const { status, body } = await handle({ ...sent, sourceIp: '127.0.0.1', ...request });
  return { status, body: JSON.parse(String(body)) };
};

it('an answer beyond the 6 MB of Lambda is 422 with the reason, and one below is answered', async () => {
  expect((await ask({ query: 'megabytes=5' })).status).toBe(200);
  expect(await ask({ query: 'megabytes=6' })).toMatchObject({
    status: 422,
    body: { detail: [{ type: 'answer_too_large', loc: ['query'] }] },
  });
});

it('a request beyond the 6 MB of Lambda is 413, as API Gateway answers it, and one below arrives', async () => {
  const post = (body: string) => ask({ method: 'POST', path: '/send', body: Buffer.from(body) });
  const spaced = `{"texts":[]${' '.repeat(5 * 1_048_576)}}`;
  expect(await post(spaced)).toMatchObject({ status: 200, body: { text: '0' } });
  // It has 4 MB, of which two thirds are quotation marks.
  expect(await post(`{"texts":[${'"",'.repeat(1_398_000)}""]}`)).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large' },
  });
});
