import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { jwtTokens } from '#shared/adapters/jwt-tokens.ts';
import { s3ObjectStore } from '#shared/adapters/s3-object-store.ts';
import { sdkDynamo } from '#shared/adapters/sdk-dynamo.ts';
import { sesMailer } from '#shared/adapters/ses-mailer.ts';
import { type SignedAwsSettings, signedAws } from '#shared/adapters/signed-aws.ts';
import { signedDynamo } from '#shared/adapters/signed-dynamo.ts';
import { sqsSender } from '#shared/adapters/sqs-sender.ts';
import { clientSettings, type Transport } from '#shared/aws.ts';
import { activityIn } from '#shared/data/activity.ts';
import { apiKeysIn } from '#shared/data/api-keys.ts';
import { clicksIn } from '#shared/data/clicks.ts';
import { conversionsIn } from '#shared/data/conversions.ts';
import type { Dynamo } from '#shared/data/dynamo.ts';
import { erasuresIn } from '#shared/data/erasures.ts';
import { eventIndexIn } from '#shared/data/event-index.ts';
import { eventLogIn } from '#shared/data/event-log.ts';
import { exportRowsIn } from '#shared/data/export-rows.ts';
import { exportsIn } from '#shared/data/exports.ts';
import { gatheredCountsIn } from '#shared/data/gathered-counts.ts';
import { pixelEventsIn } from '#shared/data/pixel-events.ts';
import { receiptsIn } from '#shared/data/receipts.ts';
import { sessionsIn } from '#shared/data/sessions.ts';
import { tableAt } from '#shared/data/table.ts';
import { totalsIn } from '#shared/data/totals.ts';
import { usersIn } from '#shared/data/users.ts';
import type {
  ConversionDeps,
  Deps,
  ErasureDeps,
  ExportDeps,
  PixelDeps,
  ProjectionDeps,
  WorkerDeps,
} from '#shared/deps.ts';
import { tokenBuckets } from '#shared/domain/token-buckets.ts';
import { type Env, envFrom } from '#shared/env.ts';
import { secretsFrom } from '#shared/secrets.ts';

/** What a host may put in place of the process's own. */
export type Host = {
  env?: Record<string, string | undefined>;
  now?: () => number;
  random?: () => number;
  /** Carries the calls of the AWS SDK's clients. */
  transport?: Transport;
  /** Carries the calls that are signed by hand. */
  exchange?: SignedAwsSettings['exchange'];
};

/** The dependencies of endpoints, from the configuration. Costs no call. */
export function makeDeps(host: Host = {}): Deps {
  const { env, now, secrets, accounts, attribution } = base(host, sdkDynamo(host.transport));
  return {
    now,
    users: usersIn(accounts()),
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    sessions: sessionsIn(attribution()),
    clicks: clicksIn(attribution()),
    conversions: conversionsIn(attribution()),
    totals: totalsIn(attribution()),
    activity: activityIn(attribution()),
    eventLog: eventLogIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    erasures: erasuresIn(attribution(), { now }),
    exports: exportsIn(attribution(), { now }),
    objects: objectStore(env),
    queues: sender(env, host),
    secrets,
    tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    operatorTokenHashes: env.OPERATOR_TOKEN_HASHES,
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

/** The dependencies of the hot path: neither the AWS SDK nor the token library, which cost more than the work itself. */
export function makeConversionDeps(host: Host = {}): ConversionDeps {
  const { env, now, secrets, attribution } = base(host, signedDynamo(signed(host, 'DYNAMODB')));
  return {
    now,
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    sessions: sessionsIn(attribution()),
    clicks: clicksIn(attribution()),
    conversions: conversionsIn(attribution()),
    eventLog: eventLogIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    gatheredCounts: gatheredCountsIn(activityIn(attribution()), { now }),
    logBudget: tokenBuckets({ burst: 50, perSecond: 20, now }),
    secrets,
  };
}

/** The dependencies of what browsers call: as lean. */
export function makePixelDeps(host: Host = {}): PixelDeps {
  const { env, now, attribution } = base(host, signedDynamo(signed(host, 'DYNAMODB')));
  return {
    now,
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    sessions: sessionsIn(attribution()),
    pixelEvents: pixelEventsIn(attribution(), { retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
  };
}

/** The dependencies of the worker behind the attribution table: the store and nothing else. */
export function makeProjectionDeps(host: Host = {}): ProjectionDeps {
  const { env, now, attribution } = base(host, sdkDynamo(host.transport));
  return {
    now,
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    clicks: clicksIn(attribution()),
    conversions: conversionsIn(attribution()),
    totals: totalsIn(attribution()),
    activity: activityIn(attribution()),
    eventLog: eventLogIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    eventIndex: eventIndexIn(attribution()),
  };
}

/** The dependencies of workers that deliver something outside. */
export function makeWorkerDeps(host: Host = {}): WorkerDeps {
  const { env, now, accounts } = base(host, sdkDynamo(host.transport));
  return {
    now,
    users: usersIn(accounts()),
    receipts: receiptsIn(accounts(), { now }),
    mailer: sesMailer(new SESv2Client(clientSettings(host.transport)), env.MAIL_FROM),
    queues: sender(env, host),
    random: host.random ?? Math.random,
  };
}

/** The dependencies of the erasure worker. */
export function makeErasureDeps(host: Host = {}): ErasureDeps {
  const { env, now, attribution } = base(host, sdkDynamo(host.transport));
  return {
    erasures: erasuresIn(attribution(), { now }),
    queues: sender(env, host),
    random: host.random ?? Math.random,
  };
}

/** The dependencies of the export worker. */
export function makeExportDeps(host: Host = {}): ExportDeps {
  const { env, now, attribution } = base(host, sdkDynamo(host.transport));
  return {
    exports: exportsIn(attribution(), { now }),
    exportRows: exportRowsIn(attribution()),
    objects: objectStore(env),
    queues: sender(env, host),
    random: host.random ?? Math.random,
    // A hundred is what one read of events takes.
    sizes: { pageRows: 100, partBytes: 6 * 1_048_576 },
  };
}

function objectStore({ EXPORT_BUCKET }: Env) {
  const { region, endpoint, credentials } = signed({}, 'S3');
  return s3ObjectStore({ bucket: EXPORT_BUCKET, region, endpoint, credentials });
}

const sender = ({ QUEUE_URLS }: Env, { transport }: Host) =>
  sqsSender(new SQSClient({ ...clientSettings(transport), useQueueUrlAsEndpoint: false }), QUEUE_URLS);

function base(host: Host, dynamo: Dynamo) {
  const { env: values = process.env, now = Date.now } = host;
  const env = envFrom(values);
  return {
    env,
    now,
    secrets: secretsFrom(() => secretText(env, host), now),
    accounts: () => tableAt(env.TABLE_ACCOUNTS, dynamo),
    attribution: () => tableAt(env.TABLE_ATTRIBUTION, dynamo),
  };
}

/** What a call signed by hand needs of the process: Lambda gives region and credentials by environment. */
function signed(
  { exchange }: Host,
  service: 'DYNAMODB' | 'SECRETS_MANAGER' | 'S3',
): Omit<SignedAwsSettings, 'service' | 'jsonVersion'> {
  const { env } = process;
  return {
    region: env.AWS_REGION ?? 'us-east-1',
    endpoint: env[`AWS_ENDPOINT_URL_${service}`] ?? env.AWS_ENDPOINT_URL,
    credentials: () => ({
      accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
      sessionToken: env.AWS_SESSION_TOKEN,
    }),
    exchange,
  };
}

/** Reads the secrets: from the environment on this machine, from Secrets Manager in the cloud. */
async function secretText({ SECRETS_JSON, SECRETS_ARN }: Env, host: Host): Promise<string> {
  if (SECRETS_JSON) return SECRETS_JSON;
  const call = signedAws({
    ...signed(host, 'SECRETS_MANAGER'),
    service: 'secretsmanager',
    jsonVersion: '1.1',
  });
  const { SecretString } = (await call('secretsmanager.GetSecretValue', { SecretId: SECRETS_ARN })) as {
    SecretString?: string;
  };
  if (!SecretString) throw new Error('The secret holds no text.');
  return SecretString;
}
