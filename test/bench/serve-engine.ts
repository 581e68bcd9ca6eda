import { startEmbedded } from '#lib/local/engines/embedded/start-embedded.ts';

// The engine alone, for peers that are measured beside it: `node serve-engine.ts FOLDER` prints its address, and ends
// when its standard input does.
const engine = await startEmbedded(process.argv[2] ?? '', { sweepSeconds: 0 });
process.stdout.write(`${engine.endpoint}\n`);
process.stdin.resume().on('close', () => engine.stop());
