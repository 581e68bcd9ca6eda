/** The wall clock also counts other programs. */
export function cpuClock(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** It takes 50 ms of work. */
export function busyness(): number {
  const [wall, cpu] = [performance.now(), cpuClock()];
  while (cpuClock() - cpu < 50);
  return Math.max(1, (performance.now() - wall) / 50);
}
