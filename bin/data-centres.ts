import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { commandLine } from '#lib/tools/command-line.ts';
import { mergedDataCentres } from '#lib/tools/data-centre-lists.ts';

// Clicks without interaction from these addresses count as bots.
const usage = `npm run ops -- data-centres --date <yyyy-mm-dd> --licence <name> [--out <file>] <lists>

Merges lists of networks (CIDR, one a line) into sorted ranges. Use lists whose licence lets you keep a copy, without networks of
people such as VPNs and iCloud Private Relay.
  --date     the day of the newest list
  --licence  the licence of the lists, as the file notes it
  --out      the file; shared/clicks/rules/data-centres.json by default. A host reads another file by DATA_CENTRES_FILE
`;
const { values, positionals } = commandLine(usage, {
  date: { type: 'string' },
  licence: { type: 'string' },
  out: { type: 'string' },
});
const { date = '', licence = '', out } = values;
if (!/^\d{4}-\d\d-\d\d$/.test(date) || !licence || positionals.length === 0) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  const lists = positionals.map((path) => ({
    name: basename(path),
    licence,
    text: readFileSync(path, 'utf8'),
  }));
  const file = out ?? new URL('../shared/clicks/rules/data-centres.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(mergedDataCentres(lists, date), null, 2)}\n`);
}
