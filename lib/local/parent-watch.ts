import { readFileSync } from 'node:fs';

/** Calls `gone` once npm, which started this process, has ended without a signal to it: nobody could stop us any more. */
export function watchParent(gone: () => void): void {
  // Started by hand, this process may outlive its shell on purpose (nohup).
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

/** npm may start us through a shell, which lives on when npm is killed. Known on Linux only; the shell is enough elsewhere. */
function parentOf(pid: number): string | undefined {
  try {
    // The name in brackets may hold spaces and brackets itself.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return undefined;
  }
}
