import { readFileSync } from 'node:fs';

declare module 'vitest' {
  interface TaskMeta {
    cpuSeconds?: number;
  }
}

/** Without `/proc`, ended children are missing. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

function childrenSeconds(): number {
  try {
    // In proc_pid_stat(5), fields 16 and 17 after the name are children's ticks of 10 ms.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}
