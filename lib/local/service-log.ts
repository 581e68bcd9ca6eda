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
const reopenMs = 1000;

const hostLine = (host: string, more: object | false = {}) =>
  `${JSON.stringify({ time: new Date().toISOString(), host, ...more })}\n`;

/** Sends everything that functions print to `file`, so that the screen shows the host's own words and nothing else. */
export function openServiceLog(file: string): ServiceLog {
  if (existsSync(file) && statSync(file).size > rotateAtBytes) renameSync(file, `${file}.old`);
  const open = () => {
    const opened = createWriteStream(file, { flags: 'a' });
    // A full disk must not end the host.
    opened.on('error', () => {});
    return opened;
  };
  let stream = open();
  let openedAt = performance.now();
  let isClosed = false;
  /** The stream, opened again when an error has ended it: the disk may have room by now. */
  const current = () => {
    if (isClosed || !stream.destroyed || performance.now() - openedAt < reopenMs) return stream;
    stream = open();
    openedAt = performance.now();
    // After what may be half a line.
    stream.write(`\n${hostLine('Lines are missing before this one: the log could not be written.')}`);
    return stream;
  };
  const original = { out: process.stdout.write, error: process.stderr.write };
  const toFile = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
    return current().write(chunk, () => done?.());
  }) as typeof process.stdout.write;
  process.stdout.write = toFile;
  process.stderr.write = toFile;
  // Node prints warnings past the streams; here they go to the log as well.
  process.removeAllListeners('warning');
  const write = (text: string, cause?: unknown) => {
    const error = cause instanceof Error ? (cause.stack ?? cause.message) : cause;
    current().write(hostLine(text, cause !== undefined && { error }));
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
      isClosed = true;
      stream.end();
    },
  };
}
