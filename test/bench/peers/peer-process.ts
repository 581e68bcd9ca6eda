import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type PeerProcess = { name: string; pid: number | undefined; api: string; stop(): Promise<void> };
type Settings = {
  directory: string;
  env: NodeJS.ProcessEnv;
  told: object;
  script?: URL;
};

const usual = new URL('./peer.ts', import.meta.url);

export async function startPeer(name: string, { directory, env, told, script = usual }: Settings): Promise<PeerProcess> {
  const log = join(directory, `${name}.log`);
  const file = openSync(log, 'a');
  const child = fork(fileURLToPath(script), [name, JSON.stringify(told)], {
    env,
    execArgv: process.env.PEER_EXEC_ARGV?.split(' ') ?? [],
    stdio: ['ignore', file, file, 'ipc'],
  });
  const exited = once(child, 'exit');
  const ready = once(child, 'message').then(([message]) => message as { port: number });
  const early = exited.then(() => {
    throw new Error(`The peer ${name} has ended: ${readFileSync(log, 'utf8').slice(-1000)}`);
  });
  early.catch(() => {});
  const { port } = await Promise.race([ready, early]);
  return {
    name,
    pid: child.pid,
    api: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
