import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackage, type PackageName } from '#lib/tools/packages.ts';
import { type Owner, pack } from '#lib/tools/packed.ts';
import { plainEnvironment } from '#test/bench/host-process.ts';

export const run = promisify(execFile);

export async function packed(name: PackageName, base: string, owner: Owner = {}): Promise<{ file: string; files: string[] }> {
  const folder = mkdtempSync(join(base, 'pack-'));
  const from = join(folder, 'built');
  await buildPackage(name, from);
  const file = await pack(name, { owner, folder, from });
  const { stdout } = await run('tar', ['-tzf', file]);
  const files = stdout.trim().split('\n');
  return { file, files: files.map((path) => path.replace(/^package\//, '')).sort() };
}

export async function project(base: string, tarballs: readonly string[], linked: readonly string[] = []) {
  const folder = mkdtempSync(join(base, 'project-'));
  writeFileSync(join(folder, 'package.json'), '{"name":"shop","private":true}');
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await run('npm', ['install', ...flags, ...tarballs], { cwd: folder });
  for (const name of linked) {
    const at = join(folder, 'node_modules', name);
    mkdirSync(join(at, '..'), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules', name), at);
  }
  return folder;
}

export async function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env = {}, input = '' }: { cwd: string; env?: Record<string, string>; input?: string },
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(command, args, { cwd, env: { ...plainEnvironment(), ...env } });
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(limit);
  return { code, stdout, stderr };
}

export function blocksOf(page: string): { language: string; info: string; code: string }[] {
  return [...page.matchAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, language = '', info = '', code = '']) => ({
    language,
    info: info.trim(),
    code,
  }));
}
