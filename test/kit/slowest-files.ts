import type { Reporter, TestModule } from 'vitest/node';
import './cpu-seconds.ts';

export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= 20) return;
    const times = modules.map((module) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      const seconds = (duration + collectDuration + setupDuration) / 1000;
      return { name: module.relativeModuleId, seconds, cpu: module.meta().cpuSeconds ?? 0 };
    });
    const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, 30);
    const sumOf = (figure: 'seconds' | 'cpu') =>
      Math.round(times.reduce((sum, { [figure]: value }) => sum + value, 0));
    process.stderr.write(
      [
        `\nSlowest of ${times.length} test files (${sumOf('seconds')} s in all workers, ${sumOf('cpu')} s of CPU):`,
        ...slowest.map(
          ({ name, seconds, cpu }) =>
            `${seconds.toFixed(1).padStart(8)} s ${cpu.toFixed(1).padStart(8)} s of CPU  ${name}`,
        ),
        'Seconds of CPU by folder of test/:',
        ...cpuByFolder(times),
        '',
      ].join('\n'),
    );
  }
}

/** The twelve folders with the most CPU, and the sum of all other folders. */
function cpuByFolder(times: readonly { name: string; cpu: number }[]): string[] {
  const folders = Map.groupBy(times, ({ name }) =>
    name
      .split('/')
      .slice(0, 2)
      .join('/')
      .replace(/^test\//, ''),
  );
  const sums = [...folders]
    .map(([folder, files]) => ({ folder, cpu: files.reduce((sum, { cpu }) => sum + cpu, 0) }))
    .toSorted((a, b) => b.cpu - a.cpu);
  const rest = sums.slice(12).reduce((sum, { cpu }) => sum + cpu, 0);
  return [...sums.slice(0, 12), { folder: 'all others', cpu: rest }].map(
    ({ folder, cpu }) => `${cpu.toFixed(0).padStart(8)} s  ${folder}`,
  );
}
