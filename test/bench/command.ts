import { writeFile } from 'node:fs/promises';
import { commandLine } from '#lib/tools/command-line.ts';
import type { Around } from '#test/bench/around.ts';
import { bench, budgets } from '#test/bench/bench.ts';
import { measureFirstAnswers, printedFirstAnswers } from '#test/bench/first-answer.ts';
import { funnelBudgets, measureFunnel, printedFunnel } from '#test/bench/funnel.ts';
import { mainJobBudgets, measureMainJob, printedMainJob } from '#test/bench/main-job/main-job.ts';
import { measurePaired, pairedBudgets, printedPaired } from '#test/bench/paired.ts';
import { measurePeers, peersBudgets } from '#test/bench/peers/peers.ts';
import { printedPeers } from '#test/bench/peers/print-peers.ts';
import { printed } from '#test/bench/print.ts';
import { measureReports, printedReports, reportsBudgets } from '#test/bench/reports.ts';
import { measureSearch, printedSearch, searchBudgets } from '#test/bench/search.ts';
import { measureSignIn, printedSignIn, signInBudgets } from '#test/bench/sign-in.ts';
import { measureWebhooks, printedWebhooks, webhooksBudgets } from '#test/bench/webhooks.ts';
import { withRest } from '#test/bench/with-rest.ts';
import { benchGrants, printedGrants } from '#test/load/bench-grants.ts';
import { benchKill, printedKill } from '#test/load/bench-kill.ts';
import { benchRestore, printedRestore } from '#test/load/bench-restore.ts';
import { benchOverload, printedOverload } from '#test/load/overload.ts';

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => ending.abort(new Error('The bench was stopped.')));
}

const shown =
  <R>(measure: (around: Around) => Promise<R>, show: (report: R) => string) =>
  async (around: Around) => {
    const report = await measure(around);
    return { report, text: show(report) };
  };

type Size = 'quick' | 'full';
const benches = {
  all: (size: Size) => shown((around) => bench(budgets[size], around), printed),
  'main-job': (size) => shown((around) => measureMainJob(mainJobBudgets[size], { ...around, withPostgres: true }), printedMainJob),
  'first-answer': (size) => shown((around) => measureFirstAnswers(size === 'quick' ? 3 : 15, around), printedFirstAnswers),
  peers: (size) => shown((around) => measurePeers(peersBudgets[size], around), printedPeers),
  reports: (size) => shown((around) => measureReports(reportsBudgets[size], around), printedReports),
  funnel: (size) => shown((around) => measureFunnel(funnelBudgets[size], around), printedFunnel),
  search: (size) => shown((around) => measureSearch(searchBudgets[size], around), printedSearch),
  'sign-in': (size) => shown((around) => measureSignIn(signInBudgets[size], around), printedSignIn),
  webhooks: (size) => shown((around) => measureWebhooks(webhooksBudgets[size], around), printedWebhooks),
  kill: (size) => shown((around) => benchKill(size === 'quick' ? 5000 : 20_000, around), printedKill),
  grants: (size) => shown((around) => benchGrants(size === 'quick' ? 20_000 : 100_000, around), printedGrants),
  restore: (size) => shown((around) => benchRestore(size === 'quick' ? 20_000 : 200_000, around), printedRestore),
  overload: (size) => shown((around) => benchOverload(size, around), printedOverload),
} as const satisfies Record<string, (size: Size) => (around: Around) => Promise<{ report: unknown; text: string }>>;
type Name = keyof typeof benches;
const names = Object.keys(benches) as Name[];
const usage = `npm run bench [-- --NAME] [--quick] [--json FILE]
npm run bench -- --paired TREE [--quick] [--json FILE]

Prints the figures as tables, and writes them to a file as JSON. NAME: ${names.join(', ')}
TREE is the folder of another commit with its packages, which gets the same work by turns.
`;

try {
  const flag = { type: 'boolean' } as const;
  const flags = Object.fromEntries(names.map((name) => [name, flag])) as Record<Name, typeof flag>;
  const { values } = commandLine(usage, { ...flags, quick: flag, json: { type: 'string' }, paired: { type: 'string' } });
  const size = values.quick ? 'quick' : 'full';
  const { paired } = values;
  const chosen = paired
    ? shown((around) => measurePaired(pairedBudgets[size], paired, around), printedPaired)
    : benches[names.find((name) => values[name]) ?? 'all'](size);
  const onStep = withRest((step) => process.stderr.write(`bench: ${step}\n`));
  const { report, text } = await chosen({ signal: ending.signal, onStep });
  process.stdout.write(`\n${text}`);
  if (values.json) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
  // An ended server's pipe has sometimes kept this process alive.
  setTimeout(() => process.exit(), 3000).unref();
} catch (error) {
  const { message } = (ending.signal.aborted ? ending.signal.reason : error) as Error;
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
