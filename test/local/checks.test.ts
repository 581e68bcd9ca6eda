// Slow: it starts processes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEndOfFile } from '#test/kit/at-end-of-file.ts';

const repository = join(import.meta.dirname, '..', '..');

/** The repository by links, with another text in place of one file. */
function repositoryWith(file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'adtrail-checks-'));
  atEndOfFile(() => rmSync(folder, { recursive: true }));
  const parts = file.split('/');
  for (const depth of parts.keys()) {
    const place = parts.slice(0, depth).join('/');
    mkdirSync(join(folder, place), { recursive: true });
    for (const name of readdirSync(join(repository, place)))
      if (name !== parts[depth]) symlinkSync(join(repository, place, name), join(folder, place, name));
  }
  writeFileSync(join(folder, dirname(file), parts.at(-1) ?? ''), '{}\n');
  return folder;
}

it.each([
  ['bin/openapi.ts', 'openapi.json'],
  ['bin/pixel.ts', 'functions/api/pixel/p.json'],
])('%s --check ends with 1 when %s is out of date', (command, file) => {
  const args = ['--preserve-symlinks', '--preserve-symlinks-main', command, '--check'];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: repositoryWith(file),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('is out of date')]);
});
