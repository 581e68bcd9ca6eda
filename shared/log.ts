import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';

const secretName =
  /authorization|token|password|secret|api_?key|cookie|code$|email|phone|external_user|full_name/i;
const secretValue = /(sk_(?:live|test)_|eyJ[\w-]+\.)[\w.-]+|[^\s"'<>@]+@[^\s"'<>@]+\.[a-z]{2,}/gi;

/** Hides secrets and personal data, by the field's name and by the look of the value. */
export function redact(name: string, value: unknown): unknown {
  if (value !== null && value !== undefined && typeof value !== 'object' && secretName.test(name))
    return '[redacted]';
  return typeof value === 'string' ? value.replace(secretValue, '[redacted]') : value;
}

/** Structured JSON logs, one line each, redacted. */
export const log = new Logger({ serviceName: 'adtrail', jsonReplacerFn: redact });

/** CloudWatch metrics as log lines (EMF): no call leaves the function. */
export const metrics = new Metrics({
  namespace: 'adtrail',
  serviceName: 'adtrail',
  defaultDimensions: { stage: process.env.STAGE ?? 'local' },
});
