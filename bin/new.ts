import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { groups } from '#functions/groups.ts';
import { newEndpoint } from '#lib/tools/new-endpoint.ts';

// `npm run new -- endpoint <group> <verb-noun>` writes an endpoint, its test and its registration. Then change what they say.

const [what, group = '', name = ''] = process.argv.slice(2);
const endpoints = `functions/api/${group}/endpoints.ts`;
const refusal =
  what !== 'endpoint' || !group || !name
    ? 'Usage: npm run new -- endpoint <group> <verb-noun>, such as: npm run new -- endpoint attribution list-things'
    : !existsSync(endpoints)
      ? `There is no group ${group}: functions/api has no folder of that name.`
      : null;
try {
  if (refusal) throw new Error(refusal);
  const declared = Object.values(groups[group as keyof typeof groups]);
  for (const { path, text } of newEndpoint({ group, name }, readFileSync(endpoints, 'utf8'), declared)) {
    writeFileSync(path, text);
    process.stdout.write(`${path}\n`);
  }
  process.stdout.write('Next: write the endpoint and its test, then run `npm run openapi`.\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
