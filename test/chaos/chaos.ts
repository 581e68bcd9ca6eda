import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openChannel } from './channel.ts';
import { type Allowed, summaryOf, violationsOf } from './check.ts';
import { finalState } from './final-state.ts';
import { newHistory } from './history.ts';
import { newLoad } from './load.ts';
import { nemesesOf } from './nemeses.ts';
import { newSellers } from './people.ts';
import { seeded } from './seeded.ts';
import { startService } from './service.ts';

export type Chaos = {
  seconds: number;
  seed: number;
  /** Leases of dead workers expire in this time. */
  quietSeconds?: number;
  /** Mounting the small file system needs rights. */
  fillsDisk?: boolean;
  onStep?: (step: string) => void;
};
export type ChaosReport = {
  seed: number;
  summary: ReturnType<typeof summaryOf>;
  nemeses: Record<string, number>;
  starts: number;
  quietSeconds: number;
  violations: string[];
};

const workers = 6;
const countOfSellers = 5;

export async function runChaos({ seconds, seed, quietSeconds = 180, fillsDisk = false, onStep = () => {} }: Chaos): Promise<ChaosReport> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-chaos-'));
  const smallDisk = fillsDisk ? mounted(directory, onStep) : null;
  const channel = await openChannel();
  const env = {
    CHANNEL_BASE_URL: channel.url,
    NUDGE_DELAY_SECONDS: '2',
  };
  const history = newHistory();
  const service = await startService(directory, env);
  let isClean = false;
  try {
    const sellers = await newSellers(service, countOfSellers);
    const load = newLoad({
      service,
      history,
      sellers,
      below: seeded(`load ${seed}`),
      maxNotices: 20 + seconds,
    });
    const below = seeded(`nemeses ${seed}`);
    const nemeses = nemesesOf({ service, channel, below, unexpected: history.unexpected, smallDisk });
    const done: Record<string, number> = {};

    let isOver = false;
    await load.each();
    const end = Date.now() + seconds * 1000;
    const working = Promise.all(Array.from({ length: workers }, () => load.work(() => isOver)));
    const names: (keyof typeof nemeses)[] = [];
    while (Date.now() < end) {
      await delay(500 + below(2000));
      if (names.length === 0) names.push(...(Object.keys(nemeses) as typeof names));
      const [name] = names.splice(below(names.length), 1) as [keyof typeof nemeses];
      onStep(name);
      await nemeses[name]?.();
      await service.start();
      done[name] = (done[name] ?? 0) + 1;
    }
    isOver = true;
    await working;
    onStep('faults are over');
    channel.heal();
    await service.ask({ method: 'DELETE', path: '/faults' }, service.facts().vendors);
    await load.finish(120);

    const interruptions = service.starts() - 1 + (done['SIGSTOP, SIGCONT'] ?? 0);
    const allowed = (): Allowed => ({
      repeatedNotices: channel.lost() + 2 * interruptions,
      repeatedMails: interruptions,
    });
    const violations = async () => violationsOf(history, await finalState(service, history, sellers, channel.lines), allowed());
    const began = Date.now();
    let found = await violations();
    const mayPass = () => found.length > history.unexpected.length;
    while (mayPass() && Date.now() < began + quietSeconds * 1000) {
      await delay(1000);
      found = await violations();
    }
    const quiet = (Date.now() - began) / 1000;
    if (found.length === 0) {
      await service.end('SIGKILL');
      await service.start();
      await delay(2000);
      found = await violations();
    }
    isClean = found.length === 0;
    return {
      seed,
      summary: summaryOf(history),
      nemeses: done,
      starts: service.starts(),
      quietSeconds: Math.round(quiet),
      violations: found,
    };
  } finally {
    await service.stop();
    await channel.close();
    if (isClean) await remove(directory, smallDisk);
    else onStep(`the data folder is kept: ${directory}`);
  }
}

async function remove(directory: string, smallDisk: string | null) {
  if (smallDisk) execFileSync('umount', [smallDisk]);
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

function mounted(directory: string, onStep: (step: string) => void): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'none', directory], { stdio: 'ignore' });
    return directory;
  } catch {
    onStep('this machine mounts no small disk for us: the full disk is left out');
    return null;
  }
}

export function printedChaos({ seed, summary, nemeses, starts, quietSeconds, violations }: ChaosReport): string {
  const sum = (of: 'attempts' | 'acknowledged') => summary.reduce((total, row) => total + row[of], 0);
  const rows = [...summary, { kind: 'all', attempts: sum('attempts'), acknowledged: sum('acknowledged') }];
  const table = rows.map(
    ({ kind, attempts, acknowledged }) => `${kind.padEnd(16)}${String(attempts).padStart(10)}${String(acknowledged).padStart(14)}`,
  );
  const faults = Object.entries(nemeses).map(([name, count]) => `${count} x ${name}`);
  return [
    `${'operation'.padEnd(16)}${'attempts'.padStart(10)}${'acknowledged'.padStart(14)}`,
    ...table,
    '',
    `Faults: ${faults.join(', ')}. Starts of the host: ${starts}. Quiet after ${quietSeconds} s.`,
    ...violations.map((violation) => `VIOLATION: ${violation}`),
    `${violations.length} violations; seed ${seed}.`,
    '',
  ].join('\n');
}
