/**
 * Milliseconds of processor time of this thread: a clock for work that may not take long, since the wall clock also
 * counts what other programs do on a busy machine.
 */
export function cpuClock(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How many times longer work takes now than on a machine that does nothing else, 1 or more. Takes 50 ms of work. */
export function busyness(): number {
  const [wall, cpu] = [performance.now(), cpuClock()];
  while (cpuClock() - cpu < 50);
  return Math.max(1, (performance.now() - wall) / 50);
}
