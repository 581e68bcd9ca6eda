import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { Figures } from '#lib/tools/night-page.ts';
import './cpu-seconds.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The programs and versions that the file has tested. */
    covers?: string;
  }
}

/** A skipped case counts as a case that has not passed. */
export default class NightFigures implements Reporter {
  readonly figures: Figures[] = [];

  onTestModuleEnd(module: TestModule): void {
    const results = [...module.children.allTests()].map((test) => test.result().state);
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    const row = {
      part: basename(module.moduleId, '.night.ts'),
      cases: results.length,
      passed: results.filter((state) => state === 'passed').length,
      seconds: (duration + collectDuration + setupDuration) / 1000,
      cpuSeconds: module.meta().cpuSeconds ?? 0,
      covers: module.meta().covers ?? '',
    };
    this.figures.push(row);
    process.stdout.write(
      `${row.part}: ${row.passed} of ${row.cases} passed, ${row.cpuSeconds.toFixed(1)} s of CPU, ${row.seconds.toFixed(1)} s\n`,
    );
  }

  onTestRunEnd(): void {
    if (process.env.NIGHT_FIGURES) writeFileSync(process.env.NIGHT_FIGURES, JSON.stringify(this.figures));
  }
}
