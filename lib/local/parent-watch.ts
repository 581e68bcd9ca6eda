import { readFileSync } from 'node:fs';

/**
 * Calls `gone` when npm, which started this process, ended without a signal. No user could stop this process
 * afterwards.
 */
export function watchParent(gone: () => void): void {
  // A process that was started by hand may outlive its shell on purpose (nohup).
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return;
    clearInterval(timer);
    gone();
  }, 100);
  timer.unref();
}

/**
 * npm may start this process through a shell, which survives when npm is killed. Only Linux reveals this;
 * elsewhere the shell counts.
 */
function parentOf(pid: number): string | undefined {
  try {
    // The process name in brackets may contain spaces and brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return undefined;
  }
}
