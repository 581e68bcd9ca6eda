import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What waits for processes and clocks takes longest. Without times of a run before, Vitest orders by the size of files,
// which is small for these: they would begin last, and one worker would end long after the others.
const slow = [
  ...['chaos/chaos', 'console/', 'load/', 'http/hanging-parts', 'packages/node/faults', 'bench/'],
  ...['infra/', 'crash/', 'local/', 'examples/', 'guides/', 'move/move', 'api/docs/', 'simulate/'],
  ...[
    'competitors/faults',
    'reports/simulated-shops',
    'fuzz',
    'every-endpoint',
    'odd-texts',
    'http/documented',
  ],
].map((start) => `test/${start}`);

/** Files of the folders above first, in that order; the others as Vitest orders them. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative('.', moduleId).replaceAll('\\', '/');
      const at = slow.findIndex((start) => path.startsWith(start));
      return at < 0 ? slow.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
