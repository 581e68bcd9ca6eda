import { setTimeout as delay } from 'node:timers/promises';
import { type Account, newAccount } from './largest-inputs/account.ts';
import { type MeasuredHost, startMeasuredHost } from './largest-inputs/host.ts';
import { type Input, inputs } from './largest-inputs/inputs.ts';
import { startNeighbour } from './largest-inputs/neighbour.ts';
import { fill, reports } from './largest-inputs/reports.ts';

const quietMs = 2000;
const leastMs = 5000;

type Measured = {
  name: string;
  status: number;
  work: string;
  seconds: number;
  stallOf: Record<string, number>;
  p95: number;
  period: readonly [number, number];
};

let host: MeasuredHost;
let neighbour: Awaited<ReturnType<typeof startNeighbour>>;
const quiet: [number, number][] = [];
const measured: Measured[] = [];

beforeAll(async () => {
  host = await startMeasuredHost();
  neighbour = await startNeighbour(host.facts);
  await delay(5000);
});

afterAll(async () => {
  await neighbour.stop();
  await host.stop();
  const p95 = neighbour.p95Between(quiet);
  process.stdout.write(`quiet p95 ${p95}\n`);
  for (const { name, status, work, seconds, stallOf, p95 } of measured)
    process.stdout.write(
      `${name} | ${status} ${work} | ${seconds.toFixed(1)} s | ${JSON.stringify(stallOf)} | ${p95}\n`,
    );
});

const inputsOfAccount = 8;
let account: Account;
let sentInputs = 0;

async function measure({ name, send }: Input, account: Account): Promise<Measured> {
  await delay(500);
  const quietFrom = Date.now();
  await delay(quietMs);
  const from = Date.now();
  quiet.push([quietFrom, from]);
  const answer = await send(account);
  const { status } = answer;
  if (process.env.SHOW)
    process.stdout.write(`${name} ${status} ${(await answer.clone().text()).slice(0, 200)}\n`);
  const work = await account.completed(answer);
  const seconds = (Date.now() - from) / 1000;
  await delay(Math.max(0, leastMs - seconds * 1000));
  const to = Date.now();
  const stallOf: Record<string, number> = {};
  for (const { thread, cpuMs } of host.stallsSince(from))
    stallOf[thread] = Math.max(stallOf[thread] ?? 0, cpuMs);
  return {
    name,
    status,
    work,
    seconds,
    stallOf,
    p95: neighbour.p95Between([[from, to]]),
    period: [from, to],
  };
}

const isWanted = ({ name }: Input) => name.includes(process.env.ONLY ?? '');
const check = async (input: Input, account: Account) => {
  const result = await measure(input, account);
  measured.push(result);
  expect(input.statuses).toContain(result.status);
};

it.each(inputs.filter(isWanted))('$name', async (input) => {
  // An account has a few imports and reconciliations a day.
  if (sentInputs++ % inputsOfAccount === 0) account = await newAccount(host.facts);
  await check(input, account);
});

describe('reports', () => {
  let filled: Account;
  let reconciliation = '';
  beforeAll(async () => {
    filled = await newAccount(host.facts);
    reconciliation = await fill(filled);
  });
  it.each(reports(() => reconciliation).filter(isWanted))('$name', (input) => check(input, filled));
});
