import { startEmbedded } from '#lib/local/engines/start-embedded.ts';

const engine = await startEmbedded(process.argv[2] ?? '', { sweepSeconds: 0 });
process.stdout.write(`${engine.endpoint}\n`);
process.stdin.resume().on('close', () => engine.stop());
