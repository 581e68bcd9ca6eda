import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from '#test/kit/at-end-of-file.ts';
import { changesSince } from './changes.ts';

it('what changed since main is the changed lines, the new, the renamed and the deleted files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changes-'));
  atEndOfFile(() => rmSync(folder, { recursive: true }));
  process.chdir(folder);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', ...args], { stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  mkdirSync('shared');
  const lines = ['one', '  two', 'three', ''].join('\n');
  for (const name of ['changed', 'deleted', 'moved']) writeFileSync(`shared/${name}.ts`, `${name}\n${lines}`);
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  git('switch', '--quiet', '-c', 'work');
  writeFileSync('shared/changed.ts', `changed\n${lines.replace('two', '2')}`);
  git('rm', '--quiet', 'shared/deleted.ts');
  git('mv', 'shared/moved.ts', 'shared/new-name.ts');
  git('commit', '--quiet', '-am', 'second');
  writeFileSync('shared/added.ts', 'added');
  const changes = changesSince('main');
  expect(changes).toContainEqual({ path: 'shared/changed.ts', at: ['changed\none\n  '.length] });
  expect(changes.map(({ path }) => path)).toEqual(expect.arrayContaining(['shared/deleted.ts', 'shared/new-name.ts', 'shared/added.ts']));
});
