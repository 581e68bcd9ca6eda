import { measuredRates } from './simulated-shops.ts';

// The tables are part of docs/findings.md.
const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
const seed = Number(process.argv[2] ?? 77);
const rates = measuredRates({ seed, shops: 2000, perFault: 200 });
const lines = [
  `Healthy shops: ${rates.shops}, seed ${seed}. Any critical finding: ${percent(rates.critical)}. Any warning: ${percent(rates.warning)}.`,
  '',
  '| code | severity | healthy shops with it |',
  '|---|---|---|',
  ...rates.byCode.map(({ code, severity, share }) => `| \`${code}\` | ${severity} | ${percent(share)} |`),
  '',
  '| fault | code | severity | found |',
  '|---|---|---|---|',
  ...rates.faults.map(({ name, code, severity, found }) => `| ${name} | \`${code}\` | ${severity} | ${percent(found)} |`),
];
process.stdout.write(`${lines.join('\n')}\n`);
