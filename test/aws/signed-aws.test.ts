import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Exchange } from '#shared/aws/http-exchange.ts';
import { httpExchange } from '#shared/aws/http-exchange.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { tableAt } from '#shared/store/table.ts';

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const now = () => Date.parse('2026-11-21T12:34:56Z');
const settings = {
  region: 'eu-central-1',
  service: 'dynamodb',
  jsonVersion: '1.0',
  credentials: () => credentials,
  now,
} as const;
const key = { pk: 'a', sk: 'b' };

function plays(...answers: (Error | { status: number; body: object | string })[]) {
  const sent: { headers: Record<string, string>; body: string }[] = [];
  const exchange: Exchange = async (headers, body) => {
    const answer = answers[sent.length] ?? { status: 200, body: {} };
    sent.push({ headers, body });
    if (answer instanceof Error) throw answer;
    return {
      status: answer.status,
      body: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
    };
  };
  return { exchange, sent };
}
const refusal = (type: string, fields: object = {}) => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no', ...fields },
});
const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

/** The AWS SDK's own signer judges ours. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer);
  }
  update(data: string | Uint8Array) {
    this.#hash.update(data);
  }
  async digest() {
    return new Uint8Array(this.#hash.digest());
  }
  reset() {}
}

describe('a call signed by hand', () => {
  it.each([undefined, 'a-session-token/with+signs=='])(
    "a call signed by hand carries the SDK's own signature (session token: %s)",
    async (sessionToken) => {
      const { exchange, sent } = plays();
      const own = { ...credentials, sessionToken };
      const input = { TableName: 'tä ble', Key: { pk: { S: '„x“' } } };
      await signedAws({ ...settings, exchange, credentials: () => own })('DynamoDB_20120810.GetItem', input);
      const { authorization, ...headers } = sent[0]?.headers ?? {};
      const signer = new SignatureV4({
        service: 'dynamodb',
        region: 'eu-central-1',
        credentials: { ...credentials, ...(sessionToken && { sessionToken }) },
        sha256: Sha256 as never,
        applyChecksum: false,
      });
      const request = {
        method: 'POST',
        protocol: 'https:',
        hostname: headers.host ?? '',
        path: '/',
        query: {},
        body: JSON.stringify(input),
      };
      const { 'x-amz-date': _, 'x-amz-security-token': __, ...plainHeaders } = headers;
      const judged = await signer.sign({ ...request, headers: plainHeaders }, { signingDate: new Date(now()) });
      expect(authorization).toBe(judged.headers.authorization);
      expect(headers['x-amz-date']).toBe('20261121T123456Z');
    },
  );

  it('a call signed by hand uses the current credentials and day', async () => {
    const { exchange, sent } = plays();
    let day = now();
    let current = credentials;
    const call = signedAws({ ...settings, exchange, credentials: () => current, now: () => day });
    await call('X.Y', {});
    day += 86_400_000;
    await call('X.Y', {});
    current = { ...credentials, secretAccessKey: 'another' };
    await call('X.Y', {});
    expect(new Set(sent.map(({ headers }) => headers.authorization)).size).toBe(3);
  });
});

describe('failures of a signed call', () => {
  it.each([
    ['a broken connection', reset()],
    ['throttling', refusal('ThrottlingException')],
    ['too much load', refusal('ProvisionedThroughputExceededException')],
    ["a server's fault", { status: 500, body: { __type: 'x#InternalServerError' } }],
    ['an answer that is no JSON', { status: 503, body: '<html>busy</html>' }],
  ])('a temporary failure, %s, is retried', async (_, fault) => {
    const { exchange, sent } = plays(fault, fault, {
      status: 200,
      body: { Item: { pk: { S: 'a' }, n: { N: '1.50' } } },
    });
    const table = tableAt('t', signedDynamo({ ...settings, exchange }));
    expect(await table.get(key)).toEqual({ pk: 'a', n: '1.50' });
    expect(sent).toHaveLength(3);
  });

  it.each([
    ['Secrets Manager', { status: 500, body: { __type: 'InternalServiceError' } }],
    ['SQS', { status: 400, body: { __type: 'com.amazonaws.sqs#RequestThrottled' } }],
    ['SQS', { status: 500, body: { __type: 'com.amazonaws.sqs#InternalError' } }],
  ])('a temporary failure with the name %s is retried', async (_, fault) => {
    const { exchange, sent } = plays(fault, fault, { status: 200, body: { SecretString: '{}' } });
    await signedAws({ ...settings, exchange })('X.Y', {});
    expect(sent).toHaveLength(3);
  });

  it.each([
    ['a broken connection', reset()],
    ["a server's fault", { status: 500, body: { __type: 'x#InternalServerError' } }],
    ['throttling', refusal('ThrottlingException')],
  ])('a permanent failure, %s, is StoreUnavailable after three tries', async (_, fault) => {
    const { exchange, sent } = plays(fault, fault, fault, fault);
    await expect(tableAt('t', signedDynamo({ ...settings, exchange })).get(key)).rejects.toMatchObject({
      name: 'StoreUnavailable',
    });
    expect(sent).toHaveLength(3);
  });

  it('an error of the request is reported at once', async () => {
    const { exchange, sent } = plays(refusal('ValidationException'));
    await expect(tableAt('t', signedDynamo({ ...settings, exchange })).get(key)).rejects.toMatchObject({
      type: 'ValidationException',
    });
    expect(sent).toHaveLength(1);
  });

  it('a failed condition returns the existing item', async () => {
    const { exchange } = plays(refusal('ConditionalCheckFailedException', { Item: { pk: { S: 'a' }, sk: { S: 'b' }, v: { N: '7' } } }));
    expect(await tableAt('t', signedDynamo({ ...settings, exchange })).putNew({ ...key, v: 8 })).toEqual({
      ...key,
      v: 7,
    });
  });

  it('a silent peer ends in time', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(httpExchange(new URL(`http://127.0.0.1:${port}`), { timeoutMs: 50 })({}, '{}')).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    });
    server.closeAllConnections();
    server.close();
  });
});

describe('A connection that opens at once', () => {
  it('a connection that opens early takes the first call', async () => {
    const seen: string[] = [];
    const ports = new Set<number | undefined>();
    const server = createServer((request, response) => {
      seen.push(String(request.method));
      ports.add(request.socket.remotePort);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const call = signedAws({ ...settings, endpoint: `http://127.0.0.1:${port}`, opensNow: true });
    await expect.poll(() => seen).toEqual(['GET']);
    await setTimeout(50);
    await call('DynamoDB_20120810.GetItem', {});
    expect(seen).toEqual(['GET', 'POST']);
    expect(ports.size).toBe(1);
    server.closeAllConnections();
    server.close();
  });

  it('an early connection that fails leaves the failure to the first call', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const call = signedAws({ ...settings, endpoint: `http://127.0.0.1:${port}`, opensNow: true });
    await setTimeout(50);
    await expect(call('DynamoDB_20120810.GetItem', {})).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
