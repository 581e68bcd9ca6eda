import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';

// --check only compares the file with its source.
const file = new URL('../shared/accounts/sign-in/rules/common-passwords.json', import.meta.url);

/** Shorter passwords are refused anyway. The most common passwords come first. */
const words = dictionary['passwords-common'].filter((word) => [...word].length >= 6).slice(0, 10_000);
// A string costs nothing at a function's start until it is split.
const text = `${JSON.stringify({ words: words.join(' ') }, null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stderr.write(
    'shared/accounts/sign-in/rules/common-passwords.json is out of date: run `node bin/common-passwords.ts` and commit it.\n',
  );
  process.exitCode = 1;
}
