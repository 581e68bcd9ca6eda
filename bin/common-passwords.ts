import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';

// Writes shared/accounts/rules/common-passwords.json from its source; with --check only says whether it is what that gives.
const file = new URL('../shared/accounts/rules/common-passwords.json', import.meta.url);

/** Shorter ones are refused for their length anyway. The source has the most common first. */
const words = dictionary['passwords-common'].filter((word) => [...word].length >= 6).slice(0, 10_000);
// One string: it costs a start of the function nothing until it is looked at.
const text = `${JSON.stringify({ words: words.join(' ') }, null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stderr.write(
    'shared/accounts/rules/common-passwords.json is out of date: run `node bin/common-passwords.ts` and commit it.\n',
  );
  process.exitCode = 1;
}
