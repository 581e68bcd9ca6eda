import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types';

const secretName = /authorization|token|password|secret|api_?key|cookie|email|phone|external_user|full_name|licen[cs]e_key/i;
// The lengths in this pattern are bounded, so its time is proportional to the text.
const secretValue = /(sk_(?:live|test)_|eyJ[\w-]{1,512}\.)[\w.-]+|[^\s"'<>@,;]{1,128}@[^\s"'<>@,;]{1,255}\.[a-z]{2,}/gi;

const maxLoggedCharacters = 4096;

export function redact(name: string, value: unknown): unknown {
  if (value !== null && value !== undefined && (secretName.test(name) || isOneTimeCode(name, value))) return '[redacted]';
  if (typeof value !== 'string') return value;
  const text = value.length > maxLoggedCharacters ? `${value.slice(0, maxLoggedCharacters)}…` : value;
  return text.replace(secretValue, '[redacted]');
}

/** A one-time code is digits and is hidden; an error code is a word and stays legible. */
const isOneTimeCode = (name: string, value: unknown) =>
  /code$/i.test(name) && /^(?:number|string)$/.test(typeof value) && /^\d{4,}$/.test(String(value));

/** The library's own formatter uses the zone of the machine. */
class UtcFormatter extends LogFormatter {
  formatAttributes(line: UnformattedAttributes, more: LogAttributes): LogItem {
    const { logLevel: level, message, timestamp, serviceName: service, xRayTraceId: xray_trace_id } = line;
    const attributes = { level, message, timestamp: timestamp.toISOString(), service, xray_trace_id };
    return new LogItem({ attributes }).addAttributes(more);
  }
}

let logger: Logger | undefined;
/** Creating the logger takes longer than most functions' own code, so it waits for the first line. */
const getLogger = () => {
  logger ??= new Logger({ serviceName: 'adtrail', jsonReplacerFn: redact, logFormatter: new UtcFormatter() });
  return logger;
};

export const log: Pick<Logger, 'info' | 'warn' | 'error' | 'setLogLevel' | 'getLevelName'> = {
  info: (input, ...more) => getLogger().info(input, ...more),
  warn: (input, ...more) => getLogger().warn(input, ...more),
  error: (input, ...more) => getLogger().error(input, ...more),
  setLogLevel: (level) => getLogger().setLogLevel(level),
  getLevelName: () => getLogger().getLevelName(),
};

type Measured = Record<string, readonly [value: number, unit: 'Milliseconds' | 'Count']>;

/** A line in EMF needs no call. A metric costs $0.30 a month per set of dimensions. */
export function metricLine(dimensions: Record<string, string>, measured: Measured, facts: Record<string, string | number>): void {
  ofStage ??= { service: 'adtrail', stage: process.env.STAGE ?? 'local' };
  const names = Object.entries(measured);
  const metrics = names.length > 0 && {
    _aws: metricsOf(names, Object.keys(ofStage), Object.keys(dimensions)),
    ...Object.fromEntries(names.map(([name, [value]]) => [name, value])),
  };
  // Lambda adds a prefix to lines of `console`, so this writes to stdout.
  process.stdout.write(`${JSON.stringify({ ...ofStage, ...dimensions, ...metrics, ...facts })}\n`);
}

let ofStage: { service: string; stage: string } | undefined;

const metricsOf = (names: [string, Measured[string]][], sharedDimensions: string[], ownDimensions: string[]) => ({
  Timestamp: Date.now(),
  CloudWatchMetrics: [
    {
      Namespace: 'adtrail',
      // An alarm reads one metric, so the stage's sum is a set of dimensions too.
      Dimensions: ownDimensions.length > 0 ? [sharedDimensions, [...sharedDimensions, ...ownDimensions]] : [sharedDimensions],
      Metrics: names.map(([Name, [, Unit]]) => ({ Name, Unit })),
    },
  ],
});
