import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const patterns = [
  'docs/guides/*.md',
  'docs/{pixel,webhooks,findings,console}.md',
  'docs/api/*.md',
  '{packages/*,examples}/README.md',
  'packages/*/CHANGELOG.md',
  'CHANGELOG.md',
];

export async function pageSources(): Promise<Record<string, string>> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const files = globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)),
  );
}
