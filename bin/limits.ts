import { main } from '#lib/ops/limits.ts';

process.exitCode = await main(process.argv.slice(2));
