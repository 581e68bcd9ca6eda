const about: Readonly<Record<string, string>> = {
  'data-centres': 'write the list of data-centre addresses from files of an operator',
  'lambda-node': 'print the version of Node that Lambda runs a stage on',
  limits: 'print what follows from the declared peak of a stage, and what to ask AWS for',
  'mail-allow': 'allow mail to an address again that bounced or complained',
  move: 'move the data of one machine to AWS',
  recount: 'count the totals again from the events',
  redrive: 'send failed messages, records and effects back',
  reindex: 'rebuild the search index',
  secret: 'replace or add a secret of a stage',
  'verify-stage': 'check a deployed stage: pass or fail for each check',
};

const [name = ''] = process.argv.splice(2, 1);
const asksForHelp = ['--help', '-h'].includes(process.argv[2] ?? '');
if (Object.hasOwn(about, name))
  await import(`./${name}.ts`).catch(async (error: { code?: string; message: string }) => {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    if (asksForHelp) process.argv.splice(2);
    if (asksForHelp) return await import(`./${name}.ts?usage`);
    process.stderr.write(`${error.message}\nSee: npm run ops -- ${name} --help\n`);
    process.exitCode = 1;
  });
else {
  const width = Math.max(...Object.keys(about).map(({ length }) => length));
  const lines = Object.entries(about).map(([each, text]) => `  ${each.padEnd(width)}  ${text}`);
  process.stderr.write(`Usage: npm run ops -- <name> …\n\n${lines.join('\n')}\n`);
  process.exitCode = 1;
}
