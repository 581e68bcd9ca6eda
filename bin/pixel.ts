import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pixelFile, pixelFileText } from '#lib/tools/pixel-script.ts';

// --check only compares p.json with web/pixel.
const text = await pixelFileText();

if (!process.argv.includes('--check')) writeFileSync(pixelFile, text);
else if (!existsSync(pixelFile) || readFileSync(pixelFile, 'utf8') !== text) {
  process.stderr.write('functions/api/pixel/p.json is out of date: run `npm run pixel` and commit it.\n');
  process.exitCode = 1;
}
