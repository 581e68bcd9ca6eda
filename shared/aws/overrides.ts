import type { Dynamo } from '#shared/store/dynamo.ts';
import type { Transport } from './client-settings.ts';
import type { SignedAwsSettings } from './signed-aws.ts';

/** What a host may put in place of the process's own. */
export type Overrides = {
  env?: Record<string, string | undefined>;
  now?: () => number;
  random?: () => number;
  /** Waits so many milliseconds before a retry. */
  pause?: (ms: number) => Promise<unknown>;
  /** In place of a client of DynamoDB. */
  dynamo?: Dynamo | undefined;
  /** Carries the calls of the AWS SDK's clients. */
  transport?: Transport;
  /** Carries the calls that are signed by hand. */
  exchange?: SignedAwsSettings['exchange'];
  /** Carries the calls of vendors. */
  fetch?: typeof fetch;
};
