import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { newEndpoint, servedByOf } from '#lib/tools/new-endpoint.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';

const [what, folder = '', name = ''] = process.argv.slice(2);
const endpoints = `functions/api/${folder}/endpoints.ts`;
const served = Object.fromEntries(
  readdirSync('functions/http').map((each) => [
    each,
    readFileSync(`functions/http/${each}/endpoints.ts`, 'utf8'),
  ]),
);
const servedBy = servedByOf(folder, served);
const usage =
  'Usage: npm run new -- endpoint <folder> <verb-noun>, such as: npm run new -- endpoint keys list-things';
try {
  if (what !== 'endpoint' || !folder || !name) throw new Error(usage);
  if (!servedBy || !existsSync(endpoints))
    throw new Error(`functions/api has no folder ${folder} with endpoints.`);
  const declared: Record<string, AnyEndpoint> = await import(`#functions/api/${folder}/endpoints.ts`);
  const registered = readFileSync(endpoints, 'utf8');
  for (const { path, text } of newEndpoint({ folder, servedBy, name }, registered, Object.values(declared))) {
    writeFileSync(path, text);
    process.stdout.write(`${path}\n`);
  }
  process.stdout.write('Next: write the endpoint and its test, then run `npm run openapi`.\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
