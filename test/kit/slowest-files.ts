import { readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import './cpu-seconds.ts';

type Time = { name: string; seconds: number; cpu: number };

/** `TEST_RUN_NAME` is what was asked for, such as `touched`. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= 1) return;
    const times = modules.map((module) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      const seconds = (duration + collectDuration + setupDuration) / 1000;
      return { name: module.relativeModuleId, seconds, cpu: module.meta().cpuSeconds ?? 0 };
    });
    const run = process.env.TEST_RUN_NAME ?? 'run';
    process.stderr.write(
      [
        ...(times.length > 20 ? slowest(times) : []),
        `\nSeconds of CPU (${run}, ${times.length} files): ${cpuOf(times)}, recorded in the map: ${recorded(times)}`,
        ...cpuByFolder(times),
        '',
      ].join('\n'),
    );
  }
}

const cpuOf = (times: readonly Time[]) => Math.round(times.reduce((sum, { cpu }) => sum + cpu, 0));

/** The same files took these seconds in the run that made the map, for the budget of a change. */
function recorded(times: readonly Time[]): number {
  const { tests } = JSON.parse(readFileSync(new URL('../map/map.json', import.meta.url), 'utf8'));
  const secondsOf = new Map<string, number>(tests);
  return Math.round(times.reduce((sum, { name }) => sum + (secondsOf.get(name) ?? 0), 0));
}

function slowest(times: readonly Time[]): string[] {
  const all = Math.round(times.reduce((sum, { seconds }) => sum + seconds, 0));
  return [
    `\nSlowest of ${times.length} test files (${all} s in all workers):`,
    ...times
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, 30)
      .map(({ name, seconds, cpu }) => `${seconds.toFixed(1).padStart(8)} s ${cpu.toFixed(1).padStart(8)} s of CPU  ${name}`),
  ];
}

/** The twelve folders with the most CPU, and the sum of all other folders. */
function cpuByFolder(times: readonly Time[]): string[] {
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
  const others = sums.slice(12);
  const rest = { folder: 'all others', cpu: others.reduce((sum, { cpu }) => sum + cpu, 0) };
  return [...sums.slice(0, 12), ...(others.length > 0 ? [rest] : [])].map(
    ({ folder, cpu }) => `${cpu.toFixed(0).padStart(8)} s  ${folder}`,
  );
}
