import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

export type Postgres = {
  socket: string;
  pids(): number[];
  stop(): Promise<void>;
};

const run = promisify(execFile);

/** By default, each commit is on the disk. */
export async function startPostgres(directory: string): Promise<Postgres | undefined> {
  const [binaries] = [...(process.env.PATH ?? '').split(':'), ...globSync('/usr/lib/postgresql/*/bin').toSorted().reverse()].filter(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  if (!binaries) return undefined;
  mkdirSync(directory);
  const as = otherUser();
  if (as.uid !== undefined) {
    chownSync(directory, as.uid, as.gid ?? -1);
    chmodSync(dirname(directory), 0o711);
  }
  const data = join(directory, 'data');
  const options = { ...as, cwd: directory };
  await run(join(binaries, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'bench'], options);
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${directory}`];
  const child = spawn(join(binaries, 'postgres'), ['-D', data, ...settings], { ...options, stdio: 'ignore' });
  const exited = once(child, 'exit');
  for (let tries = 0; !existsSync(join(directory, '.s.PGSQL.5432')); tries++) {
    if (tries === 200 || child.exitCode !== null) throw new Error('PostgreSQL does not start.');
    await delay(50);
  }
  return {
    socket: directory,
    pids: () => [child.pid ?? 0, ...childrenOf(child.pid ?? 0)],
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}

/** PostgreSQL refuses to run as root. */
function otherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return listed.split('\n').map(Number).filter(Boolean);
}
