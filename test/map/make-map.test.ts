import { filesOf } from '#test/kit/files-of.ts';
import { chooser } from './choose.ts';
import { renewedMap } from './make-map.ts';

it('a run of all tests leaves the files of the night in the map, and forgets files that are gone', () => {
  const [night = ''] = filesOf('Night');
  const [day, path] = ['test/groups.test.ts', 'functions/groups.ts'];
  const earlier = {
    commit: 'earlier',
    tests: [night, day, 'test/gone.test.ts'].map((test): [string, number] => [test, 1]),
    files: { [path]: { '': [2, 0], groupOf: [1] } },
  };
  const map = renewedMap(earlier, { commit: 'later', tests: [[day, 2]], files: { [path]: { '': [0] } } });
  expect(map).toEqual({
    commit: 'later',
    tests: [
      [day, 2],
      [night, 1],
    ],
    files: { [path]: { '': [0, 1] } },
  });
  expect(chooser(map)({ path })).toEqual([day, night]);
});
