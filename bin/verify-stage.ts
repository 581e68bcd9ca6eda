import { main } from '#lib/ops/verify-stage.ts';

process.exitCode = await main(process.argv.slice(2));
