import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { engineEndpoint } from '#test/kit/engine.ts';
import type { Json, Synthesised } from './synthesised.ts';

type Grant = { action: string; on: string };
type Sent = { by: string; queue: string; body: string };

const account = '111122223333';
const region = 'eu-central-1';

const byLambda =
  /^(logs|xray):|^sqs:(Receive|Delete|GetQueue|ChangeMessage)|^dynamodb:(ListStreams|DescribeStream|GetRecords|GetShardIterator)/;

/** A single server replaces AWS, and allows calls by the policies of the template. */
export const edgeToken = 'edge-token-of-the-walk';

export async function deployed(
  { ofType }: Synthesised,
  folder: string,
  tablePrefix: string,
  secrets: string,
  nodeOptions: readonly string[] = [],
) {
  const kinds = new Map<string, string>();
  for (const type of ['Lambda::Function', 'SQS::Queue', 'SecretsManager::Secret', 'S3::Bucket', 'Logs::LogGroup'])
    for (const { id } of ofType(type)) kinds.set(id, type);
  const tableOf = (id: string) => /^(accounts|attribution|analysis|transient|indexed)table/.exec(id)?.[1];
  const named = (id: string) => id.replace(/^secret|(queue)?[0-9A-F]{8}$/g, '');
  const arnOf = (id: string): string => {
    const table = tableOf(id);
    if (table) return `arn:aws:dynamodb:${region}:${account}:table/${tablePrefix}${table}`;
    return `arn:aws:${kinds.get(id)?.split('::')[0]?.toLowerCase()}:${region}:${account}:${named(id)}`;
  };
  const resolved = (value: Json): string => {
    if (typeof value === 'string') return value.replace(/\{\{resolve:secretsmanager:.*\}\}/, 'a text of the deployment');
    if (value['Fn::Join']) return resolved(value['Fn::Join'][1].map(resolved).join(value['Fn::Join'][0]));
    if (value['Fn::GetAtt']) {
      const [id, attribute] = value['Fn::GetAtt'];
      if (attribute === 'DomainName') return 'd111111abcdef8.cloudfront.net';
      return attribute === 'StreamArn' ? `${arnOf(id)}/stream/1` : arnOf(id);
    }
    const table = tableOf(value.Ref);
    if (table) return `${tablePrefix}${table}`;
    if (kinds.get(value.Ref) === 'SQS::Queue') return `https://sqs.${region}.amazonaws.com/${account}/${named(value.Ref)}`;
    return kinds.has(value.Ref) ? arnOf(value.Ref) : value.Ref;
  };

  const functions = new Map<string, { env: Record<string, string>; grants: Grant[] }>();
  for (const { properties } of ofType('Lambda::Function')) {
    const name = String(properties.FunctionName).replace(/^adtrail-prod-/, '');
    const roleId = properties.Role['Fn::GetAtt'][0];
    const role = ofType('IAM::Role').find(({ id }) => id === roleId);
    const beside = ofType('IAM::Policy').filter(({ properties: { Roles } }) => Roles?.some(({ Ref }: Json) => Ref === roleId));
    const documents = [
      ...(role?.properties.Policies ?? []).map((policy: Json) => policy.PolicyDocument),
      ...beside.map((policy) => policy.properties.PolicyDocument),
    ];
    const grants = documents.flatMap(({ Statement }: Json) =>
      Statement.flatMap(({ Effect, Action, Resource, Condition }: Json): Grant[] => {
        if (Effect !== 'Allow') throw new Error('This test knows no denials.');
        if (Condition) return [];
        return [Action].flat().flatMap((action) => [Resource].flat().map((resource) => ({ action, on: resolved(resource) })));
      }),
    );
    const variables = Object.entries<Json>(properties.Environment?.Variables ?? {});
    functions.set(name, {
      env: Object.fromEntries(variables.map(([key, value]) => [key, resolved(value)])),
      grants,
    });
  }

  const shortOf = (arn: string) => arn.split(/[:/]/).at(-1)?.replace(tablePrefix, '');
  const used = new Map<string, Set<Grant>>();
  const denied: string[] = [];
  const sent: Sent[] = [];
  const isMet = (grant: Grant, action: string, on: string) =>
    grant.action === action && (grant.on.endsWith('*') ? on.startsWith(grant.on.slice(0, -1)) : on === grant.on);
  function allowed(by: string, action: string, on: string): boolean {
    const met = functions.get(by)?.grants.filter((grant) => isMet(grant, action, on)) ?? [];
    for (const grant of met) used.get(by)?.add(grant);
    if (met.length === 0) denied.push(`${by}: ${action} on ${shortOf(on)}`);
    return met.length > 0;
  }

  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void response.end('healthy');
    const text = await textOf(request);
    if (request.method === 'PUT') return void response.end();
    const by = /Credential=AKIA-([\w-]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? 'nobody';
    const [service = '', operation = ''] = String(request.headers['x-amz-target']).split('.');
    const body = JSON.parse(text || '{}');
    const answer = (status: number, content: object) =>
      void response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(content));
    const uses = usesOf(service, operation, body);
    const refused = uses.filter(({ action, on }) => !allowed(by, action, on));
    if (refused.length > 0) return answer(400, { __type: 'com.amazon.coral.service#AccessDeniedException' });
    if (service === 'AmazonSQS') {
      sent.push({ by, queue: String(body.QueueUrl).split('/').at(-1) ?? '', body: body.MessageBody });
      return answer(200, { MessageId: `m-${sent.length}`, MD5OfMessageBody: '' });
    }
    if (service === 'secretsmanager') {
      const kind = String(body.SecretId).split(':').at(-1) ?? '';
      return answer(200, { SecretString: JSON.stringify(JSON.parse(secrets)[kind] ?? {}) });
    }
    const forwarded = await fetch(engineEndpoint, {
      method: 'POST',
      headers: {
        'x-amz-target': String(request.headers['x-amz-target']),
        'content-type': 'application/x-amz-json-1.0',
      },
      body: text,
    });
    response.writeHead(forwarded.status).end(await forwarded.text());
  });
  const usesOf = (service: string, operation: string, body: Json): Grant[] => {
    if (service === 'secretsmanager') return [{ action: `secretsmanager:${operation}`, on: body.SecretId }];
    if (service === 'AmazonSQS') {
      const queue = String(body.QueueUrl).split('/').at(-1);
      return [{ action: `sqs:${operation}`, on: `arn:aws:sqs:${region}:${account}:${queue}` }];
    }
    const table = (name: string, index?: string) => `arn:aws:dynamodb:${region}:${account}:table/${name}${index ? `/index/${index}` : ''}`;
    if (body.TransactItems)
      return body.TransactItems.map((part: Json) => {
        const [[kind, { TableName }]] = Object.entries<Json>(part) as [[string, Json]];
        return {
          action: `dynamodb:${kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`}`,
          on: table(TableName),
        };
      });
    const names = body.RequestItems ? Object.keys(body.RequestItems) : [body.TableName];
    return names.map((name) => ({ action: `dynamodb:${operation}`, on: table(name, body.IndexName) }));
  };
  const endpoint = await listening(server);

  const processes = new Map<string, FunctionProcess>();
  function processOf(name: string, role: string): FunctionProcess {
    const known = processes.get(`${name} ${role}`);
    if (known) return known;
    if (!used.has(role)) used.set(role, new Set());
    const started = startFunction(join(folder, name, 'index.js'), nodeOptions, {
      ...functions.get(name)?.env,
      ...(functions.get(name)?.env.EDGE_TOKEN && { EDGE_TOKEN: edgeToken }),
      AWS_REGION: region,
      AWS_LAMBDA_FUNCTION_NAME: `adtrail-prod-${name}`,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: `AKIA-${role}`,
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'session',
    });
    processes.set(`${name} ${role}`, started);
    return started;
  }

  return {
    invoke: (name: string, event: object, role = name): Promise<Json> => processOf(name, role).invoke(event),
    sent,
    denied,
    unused: (name: string): string[] =>
      (functions.get(name)?.grants ?? [])
        .filter((grant) => !byLambda.test(grant.action) && !/failed/.test(grant.on) && !used.get(name)?.has(grant))
        .map(({ action, on }) => `${action} on ${shortOf(on)}`)
        .sort(),
    async close() {
      for (const one of processes.values()) await one.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type FunctionProcess = { invoke(event: object): Promise<Json>; stop(): Promise<void> };

const runtime = `
  const { handler } = require(process.argv[1]);
  process.on('message', async ({ number, event }) => {
    const end = Date.now() + 29_000;
    const context = { awsRequestId: 'request-' + number, functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
      getRemainingTimeInMillis: () => end - Date.now() };
    try {
      process.send({ number, answer: await handler(event, context) });
    } catch (error) {
      process.send({ number, error: String(error.stack ?? error) });
    }
  });`;

function startFunction(file: string, nodeOptions: readonly string[], env: Record<string, string>): FunctionProcess {
  const child: ChildProcess = spawn(process.execPath, ['--expose-gc', ...nodeOptions, '-e', runtime, file], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const waiting = new Map<number, { resolve(answer: Json): void; reject(error: Error): void }>();
  let number = 0;
  child.on('message', ({ number: answered, answer, error }: Json) => {
    const { resolve, reject } = waiting.get(answered) ?? {};
    waiting.delete(answered);
    if (error) reject?.(new Error(error));
    else resolve?.(answer);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code}.`));
  });
  return {
    invoke: (event) =>
      new Promise((resolve, reject) => {
        waiting.set(++number, { resolve, reject });
        child.send({ number, event });
      }),
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
