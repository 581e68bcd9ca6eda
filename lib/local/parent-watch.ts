import { readFileSync } from 'node:fs';

/** If npm started this process and has ended, no user could stop this process. */
export function watchParent(gone: () => void): void {
  // A process that a user started without npm may outlive its shell (nohup).
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

/** npm may start a shell that survives npm. Only Linux reveals the parent of another process. */
function parentOf(pid: number): string | undefined {
  try {
    // The process name may contain spaces and brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return undefined;
  }
}
