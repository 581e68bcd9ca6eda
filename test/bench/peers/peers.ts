import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { localEnvironment } from '#lib/local/environment.ts';
import { secretsIn } from '#lib/local/secrets.ts';
import type { Around } from '../around.ts';
import { startEngineProcess } from '../engine-process.ts';
import { plainEnvironment, startHostOn } from '../host-process.ts';
import { httpCalls } from '../http-calls.ts';
import { rawEngine } from '../raw-engine.ts';
import { type Cell, cellOf, loopCellOf } from '../rounds.ts';
import { setScene } from '../scene.ts';
import { serviceCalls } from '../service-calls.ts';
import { type PeerProcess, startPeer } from './peer-process.ts';
import { idempotencyTable } from './work.ts';

export type PeersBudget = { rounds: number; cellSeconds: number; warmUpSeconds: number; restSeconds: number };
export const peersBudgets = {
  full: { rounds: 9, cellSeconds: 1, warmUpSeconds: 2, restSeconds: 0.2 },
  quick: { rounds: 3, cellSeconds: 0.5, warmUpSeconds: 1, restSeconds: 0.1 },
} as const satisfies Record<string, PeersBudget>;

export const peers = {
  loop: 'read + write, hand-signed, no HTTP',
  raw: 'read + write behind the gateway',
  bare: 'our work, no frame',
  ours: 'our endpoint',
  hono: 'our work on Hono',
  fastify: 'our work on Fastify',
  powertools: 'Powertools idempotency, AWS SDK',
} as const;
export const barePeers: readonly (keyof typeof peers)[] = ['loop', 'raw', 'bare', 'ours'];
export const inFlight = 16;

/** As on Lambda, no worker runs during a request. */
export async function measurePeers(
  budget: PeersBudget,
  { signal, onStep, only }: Around & { only?: readonly string[] },
): Promise<Cell[][]> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-peers-'));
  const atEnd: (() => unknown)[] = [() => rm(directory, { recursive: true, force: true, maxRetries: 5 })];
  const keep = <T extends { stop?(): unknown; close?(): unknown }>(one: T): T => {
    atEnd.unshift(() => one.stop?.() ?? one.close?.());
    return one;
  };
  try {
    onStep('an account, its keys and clicks');
    const host = await startHostOn(directory, signal);
    const scene = await setScene(host).finally(() => host.stop());
    scene.close();

    const dynamodb = keep(await startEngineProcess(join(directory, 'dynamodb')));
    const engine = keep(rawEngine(dynamodb.endpoint));
    await engine.createTable(idempotencyTable, ['id']);
    const { sqs, s3, oidc } = host.facts.engines;
    const endpoints = { dynamodb: dynamodb.endpoint, sqs, s3, ses: host.facts.inbox, oidc };
    const env = localEnvironment(plainEnvironment(), endpoints, secretsIn(directory));
    onStep('starting the peers');
    const running: PeerProcess[] = [];
    for (const name of Object.keys(peers).filter((one) => only?.includes(one) ?? true))
      running.push(keep(await startPeer(name, { directory, env, told: scene.storedEvent })));

    const measured = running.map(({ name, pid, api }) => {
      const { sendEvent } = keep(serviceCalls({ ...host.facts, api }));
      const { call } = keep(httpCalls(api));
      const processes = { host: pid, engine: dynamodb.pid };
      const run = () => sendEvent(scene.newEvent(), { status: 200, matched: true, duplicate: false });
      const loop = async (seconds: number): Promise<number[]> => {
        const body = JSON.stringify({ clickId: scene.clicks[0], inFlight, seconds });
        return JSON.parse((await call({ method: 'POST', path: '/', body })).body);
      };
      return (seconds: number) =>
        name === 'loop'
          ? loopCellOf({ id: name, run: loop }, { inFlight, seconds, processes })
          : cellOf({ id: name, label: name, run }, { inFlight, seconds, processes });
    });
    onStep('warming up');
    for (const measure of measured) await measure(budget.warmUpSeconds);
    const rounds: Cell[][] = [];
    for (let number = 0; number < budget.rounds; number++) {
      onStep(`round ${number + 1} of ${budget.rounds}`);
      const cells: Cell[] = [];
      for (const measure of number % 2 === 0 ? measured : measured.toReversed()) {
        signal.throwIfAborted();
        cells.push(await measure(budget.cellSeconds));
        await delay(budget.restSeconds * 1000);
      }
      rounds.push(cells);
    }
    return rounds;
  } finally {
    for (const end of atEnd) await end();
  }
}
