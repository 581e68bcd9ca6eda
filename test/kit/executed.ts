import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A test file executed these functions of each source file, by their starts in UTF-16 units. */
export type Executed = { test: string; cpuSeconds: number; functions: Record<string, number[]> };
type Script = {
  url: string;
  functions: {
    functionName: string;
    ranges: { startOffset: number; endOffset: number; count: number }[];
  }[];
};

const folder = process.env.TEST_MAP_FOLDER;
const root = fileURLToPath(new URL('../..', import.meta.url));
const session = folder ? new Session() : undefined;
const ofChildren = folder && join(folder, `children-${process.pid}`);
if (session && ofChildren) {
  session.connect();
  session.post('Profiler.enable');
  // A count starts anew with each reading; without counts, V8 reports a function only once.
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  mkdirSync(ofChildren, { recursive: true });
  process.env.NODE_V8_COVERAGE = ofChildren;
}

/** Writes what the file executed in this process, and in processes of Node that it started and that have ended. */
export function noteExecuted(test: string, cpuSeconds: number): void {
  if (!session || !folder || !ofChildren) return;
  const scripts: Script[] = [];
  session.post('Profiler.takePreciseCoverage', (_, answer) => scripts.push(...(answer?.result ?? [])));
  for (const name of readdirSync(ofChildren)) {
    const path = join(ofChildren, name);
    try {
      scripts.push(...JSON.parse(readFileSync(path, 'utf8')).result);
    } catch {
      // The process was killed while it wrote.
    }
    rmSync(path, { force: true });
  }
  const functions = new Map<string, Set<number>>();
  for (const { url, functions: all } of scripts) {
    const path = url.startsWith('file:') && relative(root, fileURLToPath(url.replace(/[?#].*/, '')));
    if (!path || !/^(shared|functions|lib|packages|bin|web)\/.*\.tsx?$/.test(path) || /\/(test|node_modules)\//.test(path)) continue;
    // Only the first importer of a process runs the module itself, which later readings leave out.
    const starts = all.flatMap(({ functionName, ranges: [whole] }) =>
      whole?.count && (functionName || whole.startOffset > 0) ? [whole.startOffset] : [],
    );
    functions.set(path, new Set([...(functions.get(path) ?? []), ...starts]));
  }
  const executed = {
    test: relative(root, test),
    cpuSeconds: Math.round(cpuSeconds * 10) / 10,
    functions: Object.fromEntries([...functions].map(([path, starts]) => [path, [...starts]])),
  };
  writeFileSync(join(folder, `${executed.test.replaceAll('/', '!')}.json`), JSON.stringify(executed));
}
