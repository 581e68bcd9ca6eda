import { readFileSync } from 'node:fs';

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

function descendantsOf(pid: number | 'self'): number[] {
  const children = textOf(`/proc/${pid}/task/${pid === 'self' ? process.pid : pid}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** In proc_pid_stat(5), fields 12 to 15 after the name are the ticks of 10 ms of a process and of its ended children. */
function secondsIn(pid: number | 'self', from: number): number {
  const fields = textOf(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(from, 15);
  return fields.reduce((sum, ticks) => sum + Number(ticks || 0), 0) / 100;
}

/** Without `/proc` it is 0, and nothing is stopped. */
export const secondsOfDescendants = (): number =>
  descendantsOf('self').reduce((sum, pid) => sum + secondsIn(pid, 11), secondsIn('self', 13));

/** In nanoseconds, proc_pid_schedstat has what the main thread ran, and how long it waited for a processor. */
export const secondsAwake = (): number =>
  descendantsOf('self').reduce((sum, pid) => {
    const [ran, waited] = textOf(`/proc/${pid}/schedstat`).split(' ');
    return sum + (Number(ran || 0) + Number(waited || 0)) / 1e9;
  }, 0);

export function endDescendants(): void {
  for (const pid of descendantsOf('self').reverse()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
