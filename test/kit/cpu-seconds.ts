import { readFileSync } from 'node:fs';

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file: seconds of CPU, user and system, of its process and of the processes that it started and that have ended. */
    cpuSeconds?: number;
  }
}

/** What this process and its ended children have used so far; without the children where there is no `/proc`. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

function childrenSeconds(): number {
  try {
    // proc_pid_stat(5): after the name in parentheses, fields 16 and 17 are those of waited-for children, in ticks of 10 ms.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}
