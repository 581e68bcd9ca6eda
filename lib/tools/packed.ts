import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { type PackageName, packageFolder, root } from './packages.ts';

type Manifest = Record<string, unknown>;

export type Owner = {
  repository?: string | { url?: string };
  homepage?: string;
  bugs?: string | { url?: string };
};

const ownerFields = ['repository', 'homepage', 'bugs'] as const;

const urlOf = (value: string | { url?: string } | undefined) => (typeof value === 'string' ? value : value?.url);

export function webAddressOf({ repository }: Owner): string | undefined {
  const url = urlOf(repository)
    ?.replace(/^git\+/, '')
    .replace(/\.git$/, '');
  return url?.replace(/^(?:github:)?([\w-]+\/[\w.-]+)$/, 'https://github.com/$1');
}

export const missingFields = (owner: Owner): string[] => ownerFields.filter((name) => !owner[name]);

/** npm publishes with provenance only from a workflow of this repository. */
export function cannotPublish(owner: Owner, building: string | undefined): string | null {
  const address = webAddressOf(owner);
  if (!address) return 'The owner has set no "repository" in package.json, and npm publishes with provenance only from one.';
  return building === undefined || building === address
    ? null
    : `"repository" in package.json is ${address}, but ${building} builds the packages: npm would refuse them.`;
}

export function publishedManifest(name: PackageName, { scripts: _, ...manifest }: Manifest, owner: Owner): Manifest {
  const url = urlOf(owner.repository);
  return {
    ...manifest,
    ...(url && { repository: { type: 'git', url, directory: `packages/${name}` } }),
    ...(owner.homepage && { homepage: owner.homepage }),
    ...(owner.bugs && { bugs: owner.bugs }),
  };
}

export function publishedPage(name: PackageName, page: string, owner: Owner): string {
  const address = webAddressOf(owner);
  return page.replace(/\[([^\]]+)\]\((?![a-z]+:|#)([^)#]+)(#[^)]*)?\)/g, (_, text, path, hash = '') => {
    const file = posix.normalize(`packages/${name}/${path}`);
    return address ? `[${text}](${address}/blob/HEAD/${file}${hash})` : text;
  });
}

export async function pack(
  name: PackageName,
  { owner, folder, from = packageFolder(name) }: { owner: Owner; folder: string; from?: string },
): Promise<string> {
  const source = packageFolder(name);
  const staging = join(folder, name);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  await cp(join(from, 'dist'), join(staging, 'dist'), { recursive: true });
  await cp(join(source, 'LICENSE'), join(staging, 'LICENSE'));
  for (const page of ['README.md', 'CHANGELOG.md'])
    await writeFile(join(staging, page), publishedPage(name, await readFile(join(source, page), 'utf8'), owner));
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest;
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(publishedManifest(name, manifest, owner), null, 2)}\n`);
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--ignore-scripts'], {
    cwd: staging,
    env: withoutNpmOptions(process.env),
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  // Guides name the file, so its name has no version.
  const archive = join(folder, `adtrail-${name}.tgz`);
  await rename(join(staging, filename), archive);
  return archive;
}

/** The outer command's npm options, such as `--dry-run`, must not reach the inner npm. */
const withoutNpmOptions = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('npm_config_')));

export const ownerOfRepository = async (): Promise<Owner> => JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Owner;
