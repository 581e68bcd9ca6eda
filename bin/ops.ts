// `npm run ops -- <name> …`: commands of those who operate a stage or a data folder. Each explains itself with `--help`.

const about: Readonly<Record<string, string>> = {
  'mail-allow': 'allow mail to an address again that bounced or complained',
  move: 'move the data of one machine to AWS',
  recount: 'count the totals again from the events',
  redrive: 'send failed messages, records and effects back',
  reindex: 'rebuild the search index',
  secret: 'replace or add a secret of a stage',
};

const [name = ''] = process.argv.splice(2, 1);
if (name in about) await import(`./${name}.ts`);
else {
  const width = Math.max(...Object.keys(about).map(({ length }) => length));
  const lines = Object.entries(about).map(([each, text]) => `  ${each.padEnd(width)}  ${text}`);
  process.stderr.write(`Usage: npm run ops -- <name> …\n\n${lines.join('\n')}\n`);
  process.exitCode = 1;
}
