import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mailLinksAt } from '#shared/mail/mail-links.ts';
import { sampleMails } from '#shared/registry/sample-mails.ts';

const folder = '.local/mail-preview';
const file = (name: string) => fileURLToPath(new URL(`../${folder}/${name}`, import.meta.url));
const links = mailLinksAt('http://127.0.0.1:3007', { macs: async () => ['0'.repeat(64)] });
const mails = await sampleMails(links);

mkdirSync(file(''), { recursive: true });
for (const [name, { html, text }] of mails) {
  writeFileSync(file(`${name}.html`), html);
  writeFileSync(file(`${name}.txt`), text);
}
const rows = [...mails].map(
  ([name, { kind, subject }]) => `<li><a href="${name}.html">${subject}</a> (<a href="${name}.txt">text</a>, ${kind}): ${name}</li>`,
);
const head = '<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Mails</title>';
writeFileSync(file('index.html'), `${head}<ul>${rows.join('\n')}</ul>\n`);
process.stdout.write(`${mails.size} mails: open ${folder}/index.html\n`);
