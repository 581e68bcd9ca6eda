// Slow: it starts this version on the folder of an earlier version.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { contentOf } from './folder-content.ts';
import { environmentAt } from './host-of.ts';
import { unpackFolder } from './packed-folder.ts';
import { askedAt, commits, folderOf, recordedAnswers } from './recorded.ts';
import { recordedService } from './recorded-service.ts';

async function upgrade(directory: string, args: readonly string[]) {
  const child = spawn(process.execPath, ['bin/upgrade.ts', '--data', directory, ...args], {
    env: environmentAt(askedAt, temporaryFolder()),
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const [code] = await once(child, 'close');
  return { code, ...output };
}

it.each(commits)('the data of commit %s is answered as that commit answered it, and is kept', async (commit) => {
  const directory = temporaryFolder();
  unpackFolder(folderOf(commit), directory);
  const before = contentOf(directory);
  const { url, asked } = await recordedService(recordedAnswers(commit));
  const { code, stdout, stderr } = await upgrade(directory, ['--service', url]);
  expect(stderr + stdout).toContain('of 1 accounts: the same.');
  expect(code).toBe(0);
  expect(asked.size).toBeGreaterThan(80);
  const [name = ''] = readdirSync(join(directory, 'earlier'));
  expect(stdout).toContain(`--data ${join(directory, 'earlier', name)}`);
  expect(contentOf(join(directory, 'earlier', name))).toEqual(before);
  expect(contentOf(directory)).toEqual(before);
  expect(readdirSync(directory)).not.toContain('trial');
});
