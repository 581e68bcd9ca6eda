import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { jwtTokens } from '#shared/adapters/jwt-tokens.ts';
import { sesMailer } from '#shared/adapters/ses-mailer.ts';
import { sqsSender } from '#shared/adapters/sqs-sender.ts';
import { clientSettings, dynamoDb, type Transport } from '#shared/aws.ts';
import { apiKeysIn } from '#shared/data/api-keys.ts';
import { clicksIn } from '#shared/data/clicks.ts';
import { conversionsIn } from '#shared/data/conversions.ts';
import { pixelEventsIn } from '#shared/data/pixel-events.ts';
import { receiptsIn } from '#shared/data/receipts.ts';
import { sessionsIn } from '#shared/data/sessions.ts';
import { tableAt } from '#shared/data/table.ts';
import { totalsIn } from '#shared/data/totals.ts';
import { usersIn } from '#shared/data/users.ts';
import type { ConversionDeps, Deps, TotalsDeps, WorkerDeps } from '#shared/deps.ts';
import { type Env, envFrom } from '#shared/env.ts';
import { secretsFrom } from '#shared/secrets.ts';

/** What a host may put in place of the process's own. */
export type Host = {
  env?: Record<string, string | undefined>;
  now?: () => number;
  random?: () => number;
  transport?: Transport;
};

/** The dependencies of endpoints, from the configuration. Costs no call. */
export function makeDeps(host: Host = {}): Deps {
  const { env, now, secrets, accounts, attribution } = base(host);
  return {
    now,
    users: usersIn(accounts()),
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    sessions: sessionsIn(attribution()),
    clicks: clicksIn(attribution()),
    conversions: conversionsIn(attribution()),
    totals: totalsIn(attribution()),
    pixelEvents: pixelEventsIn(attribution(), { retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    secrets,
    tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    operatorTokenHashes: env.OPERATOR_TOKEN_HASHES,
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

/** The dependencies of the hot path: no token library, no accounts. */
export function makeConversionDeps(host: Host = {}): ConversionDeps {
  const { env, now, secrets, attribution } = base(host);
  return {
    now,
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    sessions: sessionsIn(attribution()),
    clicks: clicksIn(attribution()),
    conversions: conversionsIn(attribution()),
    secrets,
  };
}

/** The dependencies of the totals worker: the store and nothing else. */
export function makeTotalsDeps(host: Host = {}): TotalsDeps {
  const { env, now, attribution } = base(host);
  return {
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    totals: totalsIn(attribution()),
  };
}

/** The dependencies of workers that deliver something outside. */
export function makeWorkerDeps(host: Host = {}): WorkerDeps {
  const { env, now, accounts } = base(host);
  const aws = clientSettings(host.transport);
  return {
    now,
    users: usersIn(accounts()),
    receipts: receiptsIn(accounts(), { now }),
    mailer: sesMailer(new SESv2Client(aws), env.MAIL_FROM),
    queues: sqsSender(new SQSClient({ ...aws, useQueueUrlAsEndpoint: false }), env.QUEUE_URLS),
    random: host.random ?? Math.random,
  };
}

function base({ env: values = process.env, now = Date.now, transport }: Host) {
  const env = envFrom(values);
  const client = dynamoDb(transport);
  return {
    env,
    now,
    secrets: secretsFrom(secretText(env, transport), now),
    accounts: () => tableAt(env.TABLE_ACCOUNTS, client),
    attribution: () => tableAt(env.TABLE_ATTRIBUTION, client),
  };
}

/** Reads the secrets: from the environment on this machine, from Secrets Manager in the cloud. */
const secretText =
  ({ SECRETS_JSON, SECRETS_ARN }: Env, transport: Transport | undefined): Parameters<typeof secretsFrom>[0] =>
  async () => {
    if (SECRETS_JSON) return SECRETS_JSON;
    const client = new SecretsManagerClient(clientSettings(transport));
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: SECRETS_ARN }));
    if (!SecretString) throw new Error('The secret holds no text.');
    return SecretString;
  };
