import { startEmbedded } from '#lib/local/engines/start-embedded.ts';

// The engine for peers: `node serve-engine.ts FOLDER` prints its address, and ends with its standard input.
const engine = await startEmbedded(process.argv[2] ?? '', { sweepSeconds: 0 });
process.stdout.write(`${engine.endpoint}\n`);
process.stdin.resume().on('close', () => engine.stop());
