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
        '',
      ].join('\n'),
    );
  }
}
