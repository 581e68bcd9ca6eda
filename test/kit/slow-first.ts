import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Vitest orders by file size, and these files are small but slow.
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
]
  .map((start) => `test/${start}`)
  .concat('packages/dynamo-sqlite/test/');

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
