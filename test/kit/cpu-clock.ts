import { availableParallelism, loadavg } from 'node:os';

/** Unlike the wall clock, this clock excludes other programs. */
export function cpuClock(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export function busyness(): number {
  const [wall, cpu] = [performance.now(), cpuClock()];
  while (cpuClock() - cpu < 50);
  const lastMinute = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.max(1, lastMinute, (performance.now() - wall) / 50);
}
