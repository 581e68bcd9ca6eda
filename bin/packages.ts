import { join, relative } from 'node:path';
import { buildPackage, type PackageName, packages, root } from '#lib/tools/packages.ts';
import { cannotPublish, missingFields, ownerOfRepository, pack } from '#lib/tools/packed.ts';
import { packPlugin } from '#lib/tools/wordpress-plugin.ts';

// --publishable fails if npm would refuse to publish.
const owner = await ownerOfRepository();
const folder = join(root, 'dist', 'packages');
for (const name of Object.keys(packages) as PackageName[]) {
  await buildPackage(name);
  const archive = await pack(name, { owner, folder });
  process.stdout.write(`${relative(process.cwd(), archive)}\n`);
}
process.stdout.write(`${relative(process.cwd(), await packPlugin(folder))}\n`);

const missing = missingFields(owner);
if (missing.length > 0)
  process.stderr.write(
    `The archives name no ${missing.join(', no ')}: set ${missing.length === 1 ? 'it' : 'them'} in package.json before you publish.\n`,
  );
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
const problem = cannotPublish(owner, server && repository && `${server}/${repository}`);
if (process.argv.includes('--publishable') && problem) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
