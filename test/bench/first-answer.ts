import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '#lib/cloud/bundle.ts';
import { serviceFunctions } from '#lib/cloud/functions.ts';
import type { Facts } from '#lib/local/host.ts';
import type { Around } from './around.ts';
import { startHostProcess } from './host-process.ts';
import { table } from './print.ts';
import { serviceCalls } from './service-calls.ts';
import { median } from './statistics.ts';

export type FirstAnswer = {
  name: string;
  loadMs: number;
  firstMs: number;
  secondMs: number;
  timesLoad: number;
};

const script = `
  const [file, wanted, event] = process.argv.slice(1);
  const { handler } = require(file);
  const at = [performance.now()];
  const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 20_000 };
  const call = async (number) => {
    const { statusCode, body } = await handler(JSON.parse(event.replaceAll('NUMBER', number + '-' + process.pid)), context);
    if (statusCode !== Number(wanted)) throw new Error(statusCode + ' ' + body);
    at.push(performance.now());
  };
  call(1).then(() => call(2)).then(() => { console.log(JSON.stringify(at)); process.exit(); });`;

export async function measureFirstAnswers(rounds: number, { signal }: Around): Promise<FirstAnswer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'adtrail-first-answer-'));
  const host = await startHostProcess(signal);
  try {
    const named = serviceFunctions.filter(({ name }) => name === 'conversions' || name === 'pixel');
    await bundle(named, folder);
    const calls = serviceCalls(host.facts);
    const click = await calls.click('spring');
    calls.close();
    return await answersOf(folder, { facts: host.facts, click }, rounds);
  } finally {
    await host.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export const printedFirstAnswers = (rows: readonly FirstAnswer[]): string =>
  `${table(
    ['', 'loaded ms', 'first answer ms', 'of the load', 'second ms'],
    rows.map(({ name, loadMs, firstMs, secondMs, timesLoad }) => [
      name,
      loadMs.toFixed(1),
      firstMs.toFixed(1),
      timesLoad.toFixed(2),
      secondMs.toFixed(1),
    ]),
  )}\n`;

async function answersOf(folder: string, { facts, click }: { facts: Facts; click: string }, rounds: number): Promise<FirstAnswer[]> {
  const { secret_key, public_key } = facts.demo;
  const event = (path: string, body: object, headers: Record<string, string> = {}) =>
    JSON.stringify({
      httpMethod: 'POST',
      resource: path,
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      requestContext: { requestId: 'r', identity: { sourceIp: '192.0.2.1' } },
    });
  const order = {
    event_id: 'order_created:cold-NUMBER',
    event_type: 'order_created',
    value: 25.99,
    currency: 'USD',
    svc_click_id: click,
  };
  const calls = [
    {
      name: 'conversions',
      wanted: 200,
      event: event('/api/v1/pixel/server-events', order, { authorization: `Bearer ${secret_key}` }),
    },
    {
      name: 'pixel',
      wanted: 201,
      event: event('/api/v1/pixel/sessions', {
        key: public_key,
        url: 'https://shop.example/?svc_campaign=spring',
      }),
    },
  ];
  const times = new Map(calls.map(({ name }) => [name, [] as number[][]]));
  for (let round = -1; round < rounds; round++)
    for (const call of calls) {
      const at = await timesOf(join(folder, call.name, 'index.js'), call, facts);
      if (round >= 0) times.get(call.name)?.push(at);
    }
  return calls.map(({ name }) => {
    const all = times.get(name) ?? [];
    const of = (i: number) => median(all.map((at) => at[i] ?? Number.NaN));
    const timesLoad = median(all.map(([load = Number.NaN, first = Number.NaN]) => first / load));
    return { name, loadMs: of(0), firstMs: of(1), secondMs: of(2), timesLoad };
  });
}

async function timesOf(file: string, { wanted, event }: { wanted: number; event: string }, { engines }: Facts): Promise<number[]> {
  const env = {
    AWS_LAMBDA_FUNCTION_NAME: 'bench',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL: engines.dynamodb,
    INGEST_EVENTS_PER_SECOND: '1000000',
    INGEST_BURST: '1000000',
    PIXEL_BURST: '1000000',
    PIXEL_NETWORK_BURST: '1000000',
    SECRETS_JSON: JSON.stringify({ hashing: { root: 'a root of the bench that is long enough' } }),
  };
  const child = spawn(process.execPath, ['--expose-gc', '-e', script, file, String(wanted), event], { env });
  const output = { out: '', error: '' };
  child.stdout.on('data', (chunk) => (output.out += chunk));
  child.stderr.on('data', (chunk) => (output.error += chunk));
  const [code] = await once(child, 'close');
  const line = output.out.split('\n').find((one) => one.startsWith('['));
  if (code !== 0 || !line) throw new Error(`${file} does not answer: ${output.error || output.out}`);
  return JSON.parse(line);
}
