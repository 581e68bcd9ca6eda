import { readFileSync } from 'node:fs';

/** Without npm, which started this process, no user could stop it. */
export function watchParent(gone: () => void): void {
  // A process that was started by hand may outlive its shell (nohup).
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

/** npm may use a shell, which survives npm. Only Linux reveals this; elsewhere the shell counts. */
function parentOf(pid: number): string | undefined {
  try {
    // The process name may contain spaces and brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return undefined;
  }
}
