import { join } from 'node:path';
import type { EngineSettings } from '#packages/dynamo-sqlite/src/index.ts';
import { type StreamConsumer, type TableName, tables } from '#shared/store/tables.ts';
import { type QueueEngine, startFauxqs } from './engines/fauxqs.ts';
import { type IdentityEngine, startIdentity } from './engines/identity.ts';
import { type MailEngine, startMail } from './engines/mail.ts';
import { type EmbeddedEngine, startEmbedded } from './engines/start-embedded.ts';
import { region } from './environment.ts';
import { expireFiles } from './expire-files.ts';
import { HostError } from './host-error.ts';
import type { Offers } from './machine-only.ts';
import { anyPort, type OpenOnPort } from './open-port.ts';

export type DynamoDbEngine = { endpoint: string; own: EmbeddedEngine | undefined };
export type Engines = {
  dynamodb: DynamoDbEngine;
  queues: QueueEngine;
  mail: MailEngine;
  identity: IdentityEngine | undefined;
};

export async function startEngines(
  directory: string,
  externalDynamoDb: string | undefined,
  { offers, engineKey, inboxPort }: { offers: Offers; engineKey: string; inboxPort: OpenOnPort },
  started: (engine: { stop(): Promise<void> }) => void,
): Promise<Engines> {
  const keep = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const engine = await starting;
    started(engine);
    return engine;
  };
  const key = offers.unsigned_calls ? undefined : engineKey;
  const starts = [
    externalDynamoDb ? external(externalDynamoDb) : keep(startEmbedded(join(directory, 'dynamodb'), { hasSubscriber, key })).then(embedded),
    keep(
      startFauxqs(join(directory, 'queues'), region, {
        key: engineKey,
        hasOpenQueues: offers.unsigned_calls,
        expire: expireFiles,
      }),
    ),
    keep(
      startMail(join(directory, 'mails.ndjson'), offers.mail_inbox ? inboxPort : anyPort, {
        key: offers.mail_inbox ? undefined : engineKey,
      }),
    ),
    offers.identity_provider ? keep(startIdentity(join(directory, 'identity-keys.json'))) : undefined,
  ] as const;
  await Promise.allSettled(starts);
  const [dynamodb, queues, mail, identity] = await Promise.all(starts);
  return { dynamodb, queues, mail, identity };
}

/** A change that matches no consumer's filter needs no stream record. */
export const hasSubscriber: EngineSettings['hasSubscriber'] = ({ name: table }, before, after) => {
  const consumers: readonly StreamConsumer[] | undefined = tables[table as TableName]?.stream;
  return (
    !consumers ||
    consumers.some(({ filter: { name, values } }) =>
      [before, after].some((image) => {
        const value = image?.[name];
        return value !== undefined && 'S' in value && (!values || values.includes(value.S));
      }),
    )
  );
};

const embedded = (engine: EmbeddedEngine): DynamoDbEngine => ({ endpoint: engine.endpoint, own: engine });

async function external(endpoint: string): Promise<DynamoDbEngine> {
  try {
    const answer = await fetch(endpoint, { signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
    return { endpoint: endpoint.replace(/\/$/, ''), own: undefined };
  } catch (cause) {
    throw new HostError(`Nothing answers at DYNAMODB_ENDPOINT (${endpoint}).`, { cause });
  }
}
