import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { engineEndpoint } from '#test/kit/engine.ts';

const credentials = () => ({ accessKeyId: 'test', secretAccessKey: 'test' });

export const clients: [name: string, at: (endpoint: string) => Dynamo][] = [
  [
    'the AWS SDK',
    (endpoint) => {
      const client = sdkDynamo();
      return async (...call) => {
        const usual = process.env.AWS_ENDPOINT_URL_DYNAMODB;
        process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
        try {
          return await client(...call);
        } finally {
          process.env.AWS_ENDPOINT_URL_DYNAMODB = usual;
        }
      };
    },
  ],
  ['the signed client', (endpoint) => signedDynamo({ region: 'us-east-1', endpoint, credentials })],
];

export async function lossyEngine() {
  const operations: string[] = [];
  let lose: string | undefined;
  let answer: { status: number; body: string; times: number } | undefined;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    operations.push(operation);
    if (answer && answer.times-- > 0)
      return void response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
    const real = await fetch(engineEndpoint, { method: 'POST', headers, body });
    const text = await real.text();
    if (operation === lose) {
      lose = undefined;
      return void request.socket.destroy();
    }
    response.writeHead(real.status, { 'content-type': real.headers.get('content-type') ?? '' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    table: (name: string) => tableAt(name, signedDynamo({ region: 'us-east-1', endpoint, credentials })),
    operations,
    loseAnswerOf(operation: string) {
      lose = operation;
    },
    answerWith(status: number, body: object | string, times = Number.POSITIVE_INFINITY) {
      answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body), times };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
