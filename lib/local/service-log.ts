import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs';

export type ServiceLog = {
  file: string;
  write(text: string, cause?: unknown): void;
  screen: { out(text: string): void; error(text: string): void };
  close(): void;
};

const rotateAtBytes = 20 * 1024 * 1024;
const reopenMs = 1000;

export function hostLine(host: string, cause?: unknown): string {
  const error = cause instanceof Error ? (cause.stack ?? cause.message) : cause;
  return `${JSON.stringify({ time: new Date().toISOString(), host, error })}\n`;
}

/** A write takes as long as a tenth of a request, so lines are batched. */
const gatherMs = 50;
const gatherCharacters = 64 * 1024;

export function openServiceLog(file: string): ServiceLog {
  let size = existsSync(file) ? statSync(file).size : 0;
  const openFile = () => {
    const opened = createWriteStream(file, { flags: 'a' });
    // A full disk must not end the host.
    opened.on('error', () => {});
    return opened;
  };
  const rotate = () => {
    if (size < rotateAtBytes) return;
    size = 0;
    try {
      renameSync(file, `${file}.old`);
    } catch {}
    return true;
  };
  rotate();
  let stream = openFile();
  let openedAt = performance.now();
  let isClosed = false;
  /** After an error the file is opened again, because the disk may have room again. */
  const current = () => {
    if (!isClosed && stream.destroyed && performance.now() - openedAt >= reopenMs) {
      stream = openFile();
      openedAt = performance.now();
      stream.write(`\n${hostLine('Lines are missing before this one: the log could not be written.')}`);
    } else if (!isClosed && !stream.destroyed && rotate()) {
      stream.end();
      stream = openFile();
    }
    return stream;
  };
  let gathered = '';
  let whenWritten: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered === '' && whenWritten.length === 0) return;
    const waiting = whenWritten;
    const text = gathered;
    whenWritten = [];
    gathered = '';
    size += text.length;
    current().write(text, () => {
      for (const done of waiting) done();
    });
  };
  const original = { out: process.stdout.write, error: process.stderr.write };
  const toFile = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const done = rest.find((argument) => typeof argument === 'function') as (() => void) | undefined;
    if (done) whenWritten.push(done);
    gathered += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    if (gathered.length >= gatherCharacters) flush();
    else timer ??= setTimeout(flush, gatherMs).unref();
    return true;
  }) as typeof process.stdout.write;
  process.stdout.write = toFile;
  process.stderr.write = toFile;
  // Node prints warnings without `process.stderr`, so a listener writes them to the log.
  process.removeAllListeners('warning');
  const write = (text: string, cause?: unknown) => {
    gathered += hostLine(text, cause);
    flush();
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
      flush();
      isClosed = true;
      stream.end();
    },
  };
}
