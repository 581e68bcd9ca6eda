import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseMoved } from '#lib/local/refuse-moved.ts';
import { inMove, moveFolder, stateOf } from '#lib/ops/move/moved-folder.ts';
import { preparedFolder } from './prepared-folder.ts';

it('a folder whose move was started is refused by a host, and one without a move is not', () => {
  const directory = preparedFolder();
  expect(() => refuseMoved(directory)).toThrow(`npm run ops -- move --data ${directory} --go-back`);
  rmSync(moveFolder(directory), { recursive: true });
  expect(() => refuseMoved(directory)).not.toThrow();
});

it('the state outlasts a kill while it is written', () => {
  const directory = preparedFolder();
  stateOf(directory, 'stage').done('secrets');
  const file = join(moveFolder(directory), inMove.state);
  writeFileSync(`${file}.new`, '{"stage":');
  const again = stateOf(directory, 'stage');
  expect([again.isDone('secrets'), again.isDone('tables'), again.sent]).toEqual([true, false, 0]);
  again.sentUpTo(3);
  expect(stateOf(directory, 'stage').sent).toBe(3);
  expect(existsSync(`${file}.new`)).toBe(false);
});
