// Night: it kills whole processes.
import { printedChaos, runChaos } from './chaos.ts';

it('acknowledged operations survive 10 seconds of kills, pauses and faults', async () => {
  const report = await runChaos({ seconds: 10, seed: 1, quietSeconds: 330 });
  if (report.violations.length > 0) throw new Error(printedChaos(report));
  const acknowledged = report.summary.reduce((sum, row) => sum + row.acknowledged, 0);
  expect(acknowledged).toBeGreaterThan(100);
  expect(report.starts).toBeGreaterThan(1);
}, 420_000);
