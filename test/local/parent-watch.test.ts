// Slow: it starts processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '#test/kit/until.ts';

const watcher = `const { watchParent } = await import('./lib/local/parent-watch.ts');
  watchParent(() => { process.stdout.write('gone\\n', () => process.exit()); });
  console.log('watches ' + process.pid);
  setTimeout(() => process.exit(), 60_000);`;
const child = `const { spawn } = require('node:child_process');
  const watcher = ['--input-type=module', '-e', process.env.WATCHER];
  spawn(process.execPath, watcher, { stdio: ['ignore', 'inherit', 'inherit'] });
  setTimeout(() => process.exit(), 60_000);`;
const shell = `const { spawn } = require('node:child_process');
  const shell = spawn(process.execPath, ['-e', process.env.CHILD], { stdio: ['ignore', 'inherit', 'inherit'] });
  console.log('shell ' + shell.pid);
  setTimeout(() => process.exit(), 60_000);`;

const processes: number[] = [];
const stop = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
};
afterEach(() => {
  for (const pid of processes.splice(0)) stop(pid);
});

async function started(npm: string | undefined) {
  const { npm_lifecycle_event: _, ...rest } = process.env;
  const env = { ...rest, NODE_OPTIONS: '', WATCHER: watcher, CHILD: child };
  const top: ChildProcess = spawn(process.execPath, ['-e', shell], {
    env: { ...env, ...(npm !== undefined && { npm_lifecycle_event: npm }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(Number(top.pid));
  let output = '';
  top.stdout?.on('data', (text) => (output += text));
  const pidOf = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(output)?.[1]);
  await until(() => output.includes('watches'), 20);
  processes.push(pidOf('shell'), pidOf('watches'));
  return { top, shell: pidOf('shell'), watcher: pidOf('watches'), said: () => output.includes('gone') };
}

describe('a process that npm started', () => {
  it('a process that npm started ends when npm ends, though the shell between them survives', async () => {
    const { top, said } = await started('start');
    top.kill('SIGKILL');
    await once(top, 'exit');
    await until(said, 10);
  });

  it('a process that npm started ends when the shell between them ends', async () => {
    const { shell: between, said } = await started('start');
    stop(between);
    await until(said, 10);
  });

  it('a process that npm started goes on while both live, and one without npm goes on without its parents', async () => {
    const [withNpm, alone] = await Promise.all([started('start'), started(undefined)]);
    alone.top.kill('SIGKILL');
    stop(alone.shell);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([withNpm.said(), alone.said()]).toEqual([false, false]);
    expect(process.kill(alone.watcher, 0)).toBe(true);
  });
});
