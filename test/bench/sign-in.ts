import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { tableNames } from '#shared/store/tables.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';
import type { Around } from './around.ts';
import { plainEnvironment } from './host-process.ts';
import { httpCalls } from './http-calls.ts';
import { type PeerProcess, startPeer } from './peers/peer-process.ts';
import { table, whole } from './print.ts';
import { type Cell, cellOf, loopCellOf } from './rounds.ts';
import { median } from './statistics.ts';

export type SignInBudget = { rounds: number; cellSeconds: number; warmUpSeconds: number };
export const signInBudgets = {
  full: { rounds: 11, cellSeconds: 1.5, warmUpSeconds: 20 },
  quick: { rounds: 3, cellSeconds: 0.7, warmUpSeconds: 1 },
} as const satisfies Record<string, SignInBudget>;

export const signInPeers = {
  bare: 'argon2id alone, no HTTP',
  ours: 'our sign-in, its store on disk',
  'better-auth': 'better-auth, its store in memory',
} as const;

export const bareSignInPeers: readonly SignInPeer[] = ['bare', 'ours'];
type SignInPeer = keyof typeof signInPeers;
const names = Object.keys(signInPeers) as SignInPeer[];

export type Account = { email: string; passwordHash: string };

const inFlight = 8;
const password = 'correct horse battery staple';
const script = new URL('./sign-in-peer.ts', import.meta.url);

export async function measureSignIn(
  budget: SignInBudget,
  { signal, onStep, only = names }: Around & { only?: readonly SignInPeer[] },
): Promise<Cell[][]> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-sign-in-'));
  const atEnd: (() => unknown)[] = [() => rm(directory, { recursive: true, force: true, maxRetries: 5 })];
  try {
    onStep('accounts');
    const accounts = await newAccounts();
    onStep('starting the peers');
    const measured: ((seconds: number) => Promise<Cell>)[] = [];
    for (const name of only) {
      const peer = await startPeer(name, {
        directory,
        env,
        script,
        told: { accounts, password, data: join(directory, 'dynamodb') },
      });
      atEnd.unshift(() => peer.stop());
      const { call, close } = httpCalls(peer.api);
      atEnd.unshift(close);
      measured.push(measureOf(peer, call, accounts));
    }
    onStep('warming up');
    for (const measure of measured) await measure(budget.warmUpSeconds);
    const rounds: Cell[][] = [];
    for (let number = 0; number < budget.rounds; number++) {
      onStep(`round ${number + 1} of ${budget.rounds}`);
      const cells: Cell[] = [];
      for (const measure of number % 2 === 0 ? measured : measured.toReversed()) {
        signal.throwIfAborted();
        cells.push(await measure(budget.cellSeconds));
        await delay(100);
      }
      rounds.push(cells);
    }
    return rounds;
  } finally {
    for (const end of atEnd) await end();
  }
}

/** Each parallel call has its own account, so that no call waits for a rollback of another. */
const newAccounts = (): Promise<Account[]> =>
  Promise.all(
    Array.from({ length: 2 * inFlight }, async (_, i) => ({
      email: `user${i + 1}@bench.example`,
      passwordHash: await hashPassword(password),
    })),
  );

const env: NodeJS.ProcessEnv = {
  ...plainEnvironment(),
  STAGE: 'local',
  ...Object.fromEntries(tableNames.map((name) => [`TABLE_${name.toUpperCase()}`, name])),
  SECRETS_JSON: secretsJson(),
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
};

function measureOf(
  { name, pid }: PeerProcess,
  call: ReturnType<typeof httpCalls>['call'],
  accounts: readonly Account[],
): (seconds: number) => Promise<Cell> {
  const processes = { host: pid, engine: undefined };
  const post = (body: object) =>
    call({
      method: 'POST',
      path: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  let number = 0;
  const run = async () => {
    const { email } = accounts[number++ % accounts.length] as Account;
    const { status, body } = await post({ email, password });
    if (status !== 200) throw new Error(`${name} answers ${status}: ${body.slice(0, 500)}`);
  };
  const loop = async (seconds: number) => JSON.parse((await post({ inFlight, seconds })).body) as number[];
  return (seconds) => {
    const settings = { inFlight, seconds, processes };
    return name === 'bare' ? loopCellOf({ id: name, run: loop }, settings) : cellOf({ id: name, label: name, run }, settings);
  };
}

export type SignInResult = {
  name: SignInPeer;
  perSecond: number;
  ofBare: number;
  cpuOfBare: number;
  p50Ms: number;
  p99Ms: number;
  cpuMicros: number;
};

export function signInResults(rounds: readonly (readonly Cell[])[]): SignInResult[] {
  const cellIn = (round: readonly Cell[], name: string) => round.find(({ id }) => id === name) as Cell;
  const measured = names.filter((name) => rounds[0]?.some(({ id }) => id === name));
  return measured.map((name) => {
    const middle = (figure: (cell: Cell) => number | undefined) => median(rounds.map((round) => figure(cellIn(round, name)) ?? Number.NaN));
    const overBare = (figure: (cell: Cell) => number) =>
      median(rounds.map((round) => figure(cellIn(round, name)) / figure(cellIn(round, 'bare'))));
    return {
      name,
      perSecond: middle((cell) => cell.opsPerSecond),
      ofBare: overBare((cell) => cell.opsPerSecond),
      cpuOfBare: overBare((cell) => cell.hostCpuMicros ?? Number.NaN),
      p50Ms: middle((cell) => cell.p50Ms),
      p99Ms: middle((cell) => cell.p99Ms),
      cpuMicros: middle((cell) => cell.hostCpuMicros),
    };
  });
}

export const printedSignIn = (rounds: readonly (readonly Cell[])[]): string =>
  [
    `Sign-ins with the right password, ${inFlight} in flight, argon2id of 19 MiB and two passes in all; medians of ${rounds.length}`,
    'interleaved rounds, ratios taken within a round. CPU of the process, with its engine, per sign-in.',
    '',
    table(
      ['', 'sign-ins/s', 'of argon2id alone', 'p50 ms', 'p99 ms', 'CPU µs', 'of argon2id alone'],
      signInResults(rounds).map((row) => [
        signInPeers[row.name],
        row.perSecond.toFixed(1),
        row.ofBare.toFixed(3),
        row.p50Ms.toFixed(1),
        row.p99Ms.toFixed(1),
        whole(row.cpuMicros),
        row.cpuOfBare.toFixed(3),
      ]),
    ),
    '',
  ].join('\n');
