import { main } from '#lib/ops/lambda-node.ts';

process.exitCode = await main(process.argv.slice(2));
