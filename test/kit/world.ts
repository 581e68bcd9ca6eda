import { randomBytes } from 'node:crypto';
import { setTimeout as realPause } from 'node:timers/promises';
import type { Message, QueueName } from '#functions/queues.ts';
import type { Deps as BackupDeps } from '#functions/workers/backup/needs.ts';
import type { Deps as ExportDeps } from '#functions/workers/export/needs.ts';
import { type CreatedTable, createTables } from '#lib/local/resources.ts';
import { startCells } from '#lib/local/start-cells.ts';
import type { FailureQueue } from '#shared/aws/dead-letters.ts';
import type { TableExports } from '#shared/backup/table-exports.ts';
import type { DiscoveryLimits } from '#shared/competitors/discovery-deps.ts';
import type { Mail } from '#shared/mail/mailer.ts';
import type { Reputation, SendingLimits } from '#shared/mail/rules/bulk-mail.ts';
import type { PostAnswer, PostRequest } from '#shared/web/safe-post.ts';
import type { Web } from '#shared/web/web.ts';
import type { Projection } from '#shared/worker/projections.ts';
import { type Library, newLibrary } from './ad-library.ts';
import { newProcessor, type Processor } from './billing-processor.ts';
import { engine, setServiceEnvironment } from './engine.ts';
import { type IdentityProvider, newIdentityProvider } from './identity-provider.ts';
import { type Models, newModels } from './llm.ts';
import { type Files, newFiles } from './object-store.ts';
import { streamsOf } from './streams.ts';
import { testDynamo } from './test-dynamo.ts';

export type Sent = { [Q in QueueName]: { queue: Q; message: Message<Q>; delaySeconds: number } }[QueueName];

export type World = {
  prefix: string;
  tables: CreatedTable[];
  streams: ReturnType<typeof streamsOf>;
  mails: Mail[];
  /** The suffix 0001 receives no code; for 0002 the messaging app is busy. */
  texts: { phone: string; code: string }[];
  notices: string[];
  hooks: { posts: PostRequest[]; answer(request: PostRequest): PostAnswer | Promise<PostAnswer> };
  models: Models;
  library: Library;
  adsTimeoutMs: number;
  web: Web | null;
  pause: (milliseconds: number) => Promise<void>;
  discoveryLimits: DiscoveryLimits;
  mailService: { limits: SendingLimits; reputation: Reputation };
  processor: Processor;
  messages: Sent[];
  deadLetters: Map<QueueName | FailureQueue, string[]>;
  /** If absent, the stream's worker runs the declared projections. */
  projections?: readonly Projection[];
  objects: Files;
  exportSizes: ExportDeps['sizes'];
  segmentSize: number;
  backups: Files;
  backupSizes: BackupDeps['sizes'];
  tableExports: TableExports | null;
  idp: IdentityProvider;
  clock: { now: number };
  clientAddress: string;
};

export async function newWorld(now = Date.parse('2026-11-21T12:00:00Z')): Promise<World> {
  const clock = { now };
  const prefix = `t${randomBytes(5).toString('hex')}-`;
  const tables = await createTables(engine, { prefix });
  setServiceEnvironment();
  await startCells(testDynamo(), { tableName: `${prefix}attribution` });
  return {
    prefix,
    tables,
    streams: streamsOf(engine, tables),
    mails: [],
    texts: [],
    notices: [],
    hooks: { posts: [], answer: () => ({ status: 204, body: '' }) },
    models: newModels(),
    library: newLibrary(),
    adsTimeoutMs: 18_000,
    web: null,
    pause: async () => void (await realPause(25)),
    mailService: {
      limits: {
        perSecond: Number.POSITIVE_INFINITY,
        perDay: Number.POSITIVE_INFINITY,
        sentInDay: 0,
        isEnabled: true,
        isHealthy: true,
      },
      reputation: { bounceRate: null, complaintRate: null },
    },
    discoveryLimits: { modelSeconds: 10, searchSeconds: 10, siteSeconds: 5 },
    processor: newProcessor(),
    messages: [],
    deadLetters: new Map(),
    objects: newFiles(),
    exportSizes: { pageRows: 50, partBytes: 1000 },
    segmentSize: 256,
    backups: newFiles(),
    backupSizes: { pageItems: 100, sliceBytes: 20_000 },
    tableExports: null,
    idp: newIdentityProvider(clock),
    clock,
    clientAddress: '192.0.2.1',
  };
}
