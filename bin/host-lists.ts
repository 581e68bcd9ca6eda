import { readFileSync, writeFileSync } from 'node:fs';
import { mergedHosts } from '#lib/tools/host-lists.ts';

// The source is matomo-org/searchengine-and-social-list (CC0-1.0). The command is `npm run hosts -- <folder
// of a clone> <date of its newest commit>`.
const file = new URL('../shared/clicks/rules/hosts.json', import.meta.url);
const [folder, date] = process.argv.slice(2);
if (!folder || !/^\d{4}-\d\d-\d\d$/.test(date ?? '')) {
  process.stderr.write('Usage: npm run hosts -- <folder> <yyyy-mm-dd>\n');
  process.exitCode = 1;
} else {
  const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
  const merged = mergedHosts(JSON.parse(readFileSync(file, 'utf8')), {
    name: 'matomo-org/searchengine-and-social-list',
    licence: read('LICENSE'),
    date: date ?? '',
    assistants: read('AIAssistants.yml'),
    engines: read('SearchEngines.yml'),
    socials: read('Socials.yml'),
  });
  writeFileSync(file, `${JSON.stringify(merged, null, 2)}\n`);
}
