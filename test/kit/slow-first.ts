import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Vitest orders by file size, and these files are small but slow.
const slow = [
  'console/',
  'infra/',
  'crash/',
  'local/',
  'packages/cli/',
  'examples/',
  'guides/',
  'api/docs/',
  'fuzz',
  'every-endpoint',
  'odd-texts',
  'http/documented',
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
    const ranked = (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
    // Four browsers at once would make pages slower than their time limits on two cores.
    const pages = ranked.filter((file) => rank(file) === 0);
    const others = ranked.filter((file) => rank(file) > 0);
    return [...pages.flatMap((page, at) => [page, ...others.slice(at, at + 1)]), ...others.slice(pages.length)];
  }
}
