import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Takes the sources of a commit or tag, with their packages. */
export function sourcesOf(commit: string, folder: string): string {
  const sources = join(folder, 'sources');
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, sources]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: sources });
  const lockfileIn = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8');
  if (lockfileIn(sources) === lockfileIn(root)) symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'));
  else
    execFileSync('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], {
      cwd: sources,
      stdio: 'ignore',
    });
  return sources;
}
