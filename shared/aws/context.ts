import { setTimeout as realPause } from 'node:timers/promises';
import { type Env, envFrom } from '#shared/env.ts';
import { type SecretKind, secretsFrom } from '#shared/secrets.ts';
import { behindBarrier } from '#shared/store/dry-run.ts';
import { tableAt } from '#shared/store/table.ts';
import { fromPart } from '#shared/values/unavailable.ts';
import { type WithOnce, withOnce } from './once.ts';
import type { Overrides } from './overrides.ts';
import { ownEngine } from './own-engine.ts';
import { type SignedAwsSettings, signedAws } from './signed-aws.ts';
import { signedDynamo } from './signed-dynamo.ts';

export type Context = WithOnce<ReturnType<typeof basisOf>>;

export const createContext = (host: Overrides = {}): Context => withOnce(basisOf(host));

/** Decision 0015 explains the choice of the database engine. */
function basisOf(host: Overrides) {
  const store = host.dynamo ?? ownEngine() ?? signedDynamo(signed(host, 'DYNAMODB'));
  const { env: values = process.env, now = Date.now } = host;
  const env = envFrom(values);
  const { TABLE_ACCOUNTS, TABLE_ATTRIBUTION, TABLE_ANALYSIS, TABLE_TRANSIENT } = env;
  const dynamo = behindBarrier(store, {
    [TABLE_ACCOUNTS]: 'accounts',
    [TABLE_ATTRIBUTION]: 'attribution',
    [TABLE_ANALYSIS]: 'analysis',
    [TABLE_TRANSIENT]: 'transient',
  });
  const pause = async (ms: number): Promise<void> => void (await (host.pause ?? realPause)(ms));
  return {
    host,
    env,
    now,
    dynamo,
    random: host.random ?? Math.random,
    pause,
    secrets: secretsFrom((kind) => secretText(kind, env, host), now),
    accounts: () => tableAt(env.TABLE_ACCOUNTS, dynamo, pause),
    attribution: () => tableAt(env.TABLE_ATTRIBUTION, dynamo, pause),
    analysis: () => tableAt(env.TABLE_ANALYSIS, dynamo, pause),
    transient: () => tableAt(env.TABLE_TRANSIENT, dynamo, pause),
  };
}

export function signed(
  { exchange }: Overrides,
  service: 'DYNAMODB' | 'SECRETS_MANAGER' | 'S3' | 'SQS' | 'MONITORING' | 'SESV2',
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

async function secretText(kind: SecretKind, { SECRETS_JSON, SECRET_ARNS }: Env, host: Overrides): Promise<string> {
  if (SECRETS_JSON) {
    const secrets: Partial<Record<string, object>> = JSON.parse(SECRETS_JSON);
    return JSON.stringify(secrets[kind] ?? {});
  }
  const SecretId = SECRET_ARNS[kind];
  if (!SecretId) throw new Error(`This function has no access to the secret ${kind}: functions/access.ts`);
  const call = signedAws({
    ...signed(host, 'SECRETS_MANAGER'),
    service: 'secretsmanager',
    jsonVersion: '1.1',
  });
  const reading = call('secretsmanager.GetSecretValue', { SecretId });
  const { SecretString } = (await fromPart('secrets', reading)) as {
    SecretString?: string;
  };
  if (!SecretString) throw new Error('The secret holds no text.');
  return SecretString;
}
