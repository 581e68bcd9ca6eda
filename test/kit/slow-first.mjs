import Sequencer from '@jest/test-sequencer';

// What waits for processes and clocks takes longest. Without times of a run before, Jest orders by the size of files,
// which is small for these: they would begin last, and one worker would end long after the others.
const slow = [
  ...['chaos/chaos', 'console/', 'load/', 'http/hanging-parts', 'packages/node/faults', 'bench/'],
  ...['infra/', 'crash/', 'local/', 'examples/', 'guides/'],
].map((start) => `/test/${start}`);

/** Jest sequencer: files of the folders above first, in that order; the others as Jest orders them. */
export default class SlowFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const at = slow.findIndex((start) => path.replaceAll('\\', '/').includes(start));
      return at < 0 ? slow.length : at;
    };
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
