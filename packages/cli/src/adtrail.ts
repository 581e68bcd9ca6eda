import { readStdin } from './prompt.ts';
import { run } from './run.ts';

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
let cleanUp = async () => {};
let isEnding = false;

function end(code: number): void {
  if (isEnding) process.exit(code);
  isEnding = true;
  void cleanUp().finally(() => process.exit(code));
}

for (const [signal, code] of Object.entries(signals)) process.on(signal, () => end(code));
// The exit code is 0 if a reader such as `head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!isEnding) end(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stdin: readStdin,
  atEnd: (work) => {
    cleanUp = work;
  },
});
