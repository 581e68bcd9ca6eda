import type { Dynamo } from '#shared/store/dynamo.ts';
import type { Transport } from './client-settings.ts';
import type { SignedAwsSettings } from './signed-aws.ts';

export type Overrides = {
  env?: Record<string, string | undefined>;
  now?: () => number;
  random?: () => number;
  pause?: (ms: number) => Promise<unknown>;
  dynamo?: Dynamo | undefined;
  transport?: Transport;
  exchange?: SignedAwsSettings['exchange'];
  fetch?: typeof fetch;
};
