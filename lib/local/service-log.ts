import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs';

export type ServiceLog = {
  file: string;
  /** One line of the host's own. */
  write(text: string, cause?: unknown): void;
  /** Writes to the screen, past the redirection. */
  screen: { out(text: string): void; error(text: string): void };
  /** Puts the streams back. */
  close(): void;
};

const rotateAtBytes = 20 * 1024 * 1024;

/** Sends everything that functions print to `file`, so that the screen shows the host's own words and nothing else. */
export function openServiceLog(file: string): ServiceLog {
  if (existsSync(file) && statSync(file).size > rotateAtBytes) renameSync(file, `${file}.old`);
  const stream = createWriteStream(file, { flags: 'a' });
  // A full disk must not end the host.
  stream.on('error', () => {});
  const original = { out: process.stdout.write, error: process.stderr.write };
  const toFile = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
    return stream.write(chunk, () => done?.());
  }) as typeof process.stdout.write;
  process.stdout.write = toFile;
  process.stderr.write = toFile;
  // Node prints warnings past the streams; here they go to the log as well.
  process.removeAllListeners('warning');
  const write = (text: string, cause?: unknown) => {
    const error = cause instanceof Error ? (cause.stack ?? cause.message) : cause;
    stream.write(
      `${JSON.stringify({ time: new Date().toISOString(), host: text, ...(cause !== undefined && { error }) })}\n`,
    );
  };
  process.on('warning', (warning) => write('warning', warning));
  return {
    file,
    write,
    screen: {
      out: (text) => void original.out.call(process.stdout, text),
      error: (text) => void original.error.call(process.stderr, text),
    },
    close() {
      process.stdout.write = original.out;
      process.stderr.write = original.error;
      stream.end();
    },
  };
}
