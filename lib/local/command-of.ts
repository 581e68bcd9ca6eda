import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The command line of a running process; empty when there is no such process, so that a reused pid is told apart. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    if (process.platform === 'win32') return process.kill(pid, 0) ? `process ${pid}` : '';
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
