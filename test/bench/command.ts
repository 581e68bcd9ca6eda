import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Around } from '#test/bench/around.ts';
import { bench, budgets } from '#test/bench/bench.ts';
import { funnelBudgets, measureFunnel, printedFunnel } from '#test/bench/funnel.ts';
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

// `npm run bench [-- --peers | --reports | --funnel | --search | --sign-in | --webhooks | --kill | --grants | --restore | --overload] [--quick] [--json FILE]`: the figures as tables on
// the screen, and as JSON in a file.
const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => ending.abort(new Error('The bench was stopped.')));
}

/** A bench and how to show what it found. */
const shown =
  <R>(measure: (around: Around) => Promise<R>, show: (report: R) => string) =>
  async (around: Around) => {
    const report = await measure(around);
    return { report, text: show(report) };
  };

try {
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: {
      peers: flag,
      reports: flag,
      funnel: flag,
      search: flag,
      'sign-in': flag,
      webhooks: flag,
      kill: flag,
      grants: flag,
      restore: flag,
      overload: flag,
      quick: flag,
      json: { type: 'string' },
    },
  });
  const size = values.quick ? 'quick' : 'full';
  const chosen = values.peers
    ? shown((around) => measurePeers(peersBudgets[size], around), printedPeers)
    : values.reports
      ? shown((around) => measureReports(reportsBudgets[size], around), printedReports)
      : values.funnel
        ? shown((around) => measureFunnel(funnelBudgets[size], around), printedFunnel)
        : values.search
          ? shown((around) => measureSearch(searchBudgets[size], around), printedSearch)
          : values['sign-in']
            ? shown((around) => measureSignIn(signInBudgets[size], around), printedSignIn)
            : values.webhooks
              ? shown((around) => measureWebhooks(webhooksBudgets[size], around), printedWebhooks)
              : values.kill
                ? shown((around) => benchKill(values.quick ? 5000 : 20_000, around), printedKill)
                : values.grants
                  ? shown((around) => benchGrants(values.quick ? 20_000 : 100_000, around), printedGrants)
                  : values.restore
                    ? shown((around) => benchRestore(values.quick ? 20_000 : 200_000, around), printedRestore)
                    : values.overload
                      ? shown((around) => benchOverload(size, around), printedOverload)
                      : shown((around) => bench(budgets[size], around), printed);
  const tell = withRest((step) => process.stderr.write(`bench: ${step}\n`));
  const { report, text } = await chosen({ signal: ending.signal, tell });
  process.stdout.write(`\n${text}`);
  if (values.json) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
} catch (error) {
  const { message } = (ending.signal.aborted ? ending.signal.reason : error) as Error;
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
