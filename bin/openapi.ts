import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '#functions/openapi-document.ts';

// `--check` compares openapi.json with the generated text and writes nothing.
const file = new URL('../openapi.json', import.meta.url);
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stderr.write('openapi.json is out of date: run `npm run openapi` and commit it.\n');
  process.exitCode = 1;
}
