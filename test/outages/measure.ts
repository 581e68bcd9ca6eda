import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { plainEnvironment } from '#test/bench/host-process.ts';
import { type Fault, serviceThatIsAway } from './service.ts';

export type Outage = { fault: Fault; seconds: number; terminatedAt: number };
export type Measured = { received: number; requestsWhileAway: number; afterRestart: number };

export const runs = 10;
export const eventsOfRun = 200;
/** The README's recipe. */
const closeMs = 8000;

/**
 * Starts a process of ten clients while the service is away, terminates it, and counts what the service has
 * acknowledged: at its end, and after another process with the same folder.
 */
export async function measure(
  client: string,
  { fault, seconds, terminatedAt }: Outage,
  { project, folder }: { project: string; folder: string },
): Promise<Measured> {
  const service = await serviceThatIsAway(fault);
  mkdirSync(folder, { recursive: true });
  const start = (count: number) =>
    spawn(process.execPath, [join(project, 'shop.mjs'), client, service.url, String(runs), String(count), String(closeMs), folder], {
      cwd: project,
      env: plainEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const shop = start(eventsOfRun);
  const exit = once(shop, 'close');
  await sent(shop);
  const began = Date.now();
  const at = async (second: number, act: () => unknown) => {
    await delay(began + second * 1000 - Date.now());
    await act();
  };
  await Promise.all([at(seconds, service.heal), at(terminatedAt, () => shop.kill('SIGTERM')).then(() => exit)]);
  const received = service.received.size;
  if (received < runs * eventsOfRun) {
    const next = start(0);
    await sent(next);
    next.kill('SIGTERM');
    await once(next, 'close');
  }
  await service.close();
  return { received, requestsWhileAway: service.requests(), afterRestart: service.received.size };
}

const sent = (shop: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    shop.stdout?.once('data', () => resolve());
    shop.once('close', () => reject(new Error('The shop ended before it had sent its events.')));
  });
