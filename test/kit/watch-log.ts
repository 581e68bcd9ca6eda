import { leaksIn } from './leaks.ts';
import { forgetSecrets, secrets } from './learnt-secrets.ts';

// The log is hidden, and searched for secrets at the end of a test file.
const isShown = process.env.SHOW_LOG === 'true';
process.env.POWERTOOLS_LOG_LEVEL = 'DEBUG';

const foundLeaks = new Map<string, string>();
const lines: string[] = [];
const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));

const isOurs = (text: string) => text.startsWith('{') && text.includes('"service":"adtrail"');

for (const { stream, write } of streams)
  stream.write = function watched(this: typeof stream, chunk: unknown, ...rest: unknown[]) {
    if (typeof chunk !== 'string' || !isOurs(chunk)) return Reflect.apply(write, this, [chunk, ...rest]) as boolean;
    // The log line of a request has no free text, so searching it for the forms of secrets is enough.
    if (chunk.includes('"duration_ms"')) note(chunk, leaksIn(chunk));
    else lines.push(chunk);
    if (isShown) Reflect.apply(write, this, [chunk]);
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  } as typeof stream.write;

const note = (line: string, leaks: readonly string[]) => {
  for (const leak of leaks) foundLeaks.set(leak, line);
};

afterAll(() => {
  for (const { stream, write } of streams) stream.write = write;
  if (leaksIn(lines.join(''), secrets).length > 0) for (const line of lines) note(line, leaksIn(line, secrets));
  forgetSecrets();
  const reports = [...foundLeaks].map(([leak, line]) => `${leak}: ${line.slice(0, 2000)}`);
  if (reports.length > 0) throw new Error(`The log holds what it must not:\n${reports.join('\n')}`);
});
