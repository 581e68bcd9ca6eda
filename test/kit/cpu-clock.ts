import { availableParallelism, loadavg } from 'node:os';

/** Unlike the wall clock, this clock excludes other programs. */
export function cpuClock(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How many times longer this machine takes than an idle one: now, or in the last minute if that was busier. */
export function busyness(): number {
  const [wall, cpu] = [performance.now(), cpuClock()];
  while (cpuClock() - cpu < 50);
  const minute = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.max(1, minute, (performance.now() - wall) / 50);
}
