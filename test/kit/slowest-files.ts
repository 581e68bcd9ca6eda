import type { Reporter, TestModule } from 'vitest/node';

/** After a whole run, the ten test files that took longest, so that slow ones are noticed when they come. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= 20) return;
    const times = modules.map((module) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      return { name: module.relativeModuleId, seconds: (duration + collectDuration + setupDuration) / 1000 };
    });
    const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
    const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
    process.stderr.write(
      [
        `\nSlowest of ${times.length} test files (${Math.round(total)} s in all workers):`,
        ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`),
        '',
      ].join('\n'),
    );
  }
}
