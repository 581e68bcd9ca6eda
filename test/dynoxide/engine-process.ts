import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

export type EngineProcess = {
  pid: number;
  onOutput(listen: (text: string) => void): void;
  ended: Promise<string>;
  stop(): Promise<void>;
};

/** A watcher ends the engine when stdin's pipe closes, which the kernel does even after kill -9. */
const watched = 'exec 3<&0; { read _ <&3; kill -9 $$; } >/dev/null 2>&1 & exec "$0" "$@" 3<&- </dev/null';

export function startEngineProcess(file: string, args: readonly string[], env: NodeJS.ProcessEnv): EngineProcess {
  const windows = process.platform === 'win32';
  // Ctrl-C goes to the whole group, and the engine must outlast our own stop.
  const options = { env, detached: !windows, windowsHide: true };
  const child: ChildProcessWithoutNullStreams = windows
    ? spawn(file, args, options)
    : spawn('/bin/sh', ['-c', watched, file, ...args], options);
  child.stdin.on('error', () => {});
  let output = '';
  const gather = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-10_000);
  };
  child.stdout.on('data', gather);
  child.stderr.on('data', gather);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      child.stdin.destroy();
      const last = output.trim().split('\n').at(-1);
      resolve(`${signal ?? `exit code ${code}`}${code && last ? `: ${last}` : ''}`);
    });
  });
  return {
    pid: child.pid ?? 0,
    onOutput(listen) {
      for (const stream of [child.stdout, child.stderr]) stream.on('data', () => listen(output));
    },
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 1000);
      await (child.exitCode ?? once(child, 'exit'));
      clearTimeout(hard);
    },
  };
}
