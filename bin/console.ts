import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildConsole, consoleFolder, isConsoleBuilt } from '#lib/tools/console-build.ts';

// The folder is dist/console or the folder after --out. --if-changed builds only after a change of the
// sources.
const out = process.argv.indexOf('--out');
const folder = (out > 0 && process.argv[out + 1]) || consoleFolder;
if (!process.argv.includes('--if-changed') || !isConsoleBuilt(folder)) {
  const began = Date.now();
  process.stderr.write('Building the console …\n');
  mkdirSync(dirname(folder), { recursive: true });
  try {
    await buildConsole(folder);
    process.stderr.write(`The console is built (${((Date.now() - began) / 1000).toFixed(1)} s).\n`);
  } catch (error) {
    process.stderr.write(`The console could not be built: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
