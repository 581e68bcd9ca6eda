import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Change } from './choose.ts';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });

/** The differences of the folder from the commit at which its branch left `base`, with its new files. */
export function changesSince(base: string): Change[] {
  const from = git('merge-base', base, 'HEAD').trim();
  const changes = git('diff', '-U0', '--no-color', '--no-ext-diff', '--no-renames', from)
    .split(/^diff --git /m)
    .flatMap((part) => changeOf(part));
  const added = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  return [...changes, ...added.map((path) => ({ path }))];
}

function changeOf(part: string): Change[] {
  const path = /^(?:\+\+\+ b|--- a)\/(.*)$/m.exec(part.replace(/^\+\+\+ \/dev\/null$/m, ''))?.at(1);
  const after = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1];
  if (!after || !existsSync(after)) return path ? [{ path }] : [];
  const starts = [...part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)];
  const lines = starts.flatMap(([, start, count = '1']) =>
    Array.from({ length: Math.max(1, Number(count)) }, (_, i) => Math.max(1, Number(start)) + i),
  );
  return [{ path: after, at: placesOf(readFileSync(after, 'utf8'), lines) }];
}

/** The place of the first letter of each line. */
function placesOf(text: string, lines: readonly number[]): number[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return lines.map((line) => {
    const start = starts[line - 1] ?? 0;
    return start + (/\S/.exec(text.slice(start))?.index ?? 0);
  });
}
