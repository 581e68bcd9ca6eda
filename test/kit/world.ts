import { randomBytes } from 'node:crypto';
import { setTimeout as realPause } from 'node:timers/promises';
import type { Deps as BackupDeps } from '#functions/workers/backup/deps.ts';
import type { Deps as ExportDeps } from '#functions/workers/export/deps.ts';
import { beginCells } from '#lib/local/begin-cells.ts';
import { type CreatedTable, createTables } from '#lib/local/resources.ts';
import type { FailureQueue } from '#shared/aws/dead-letters.ts';
import type { TableExports } from '#shared/backup/table-exports.ts';
import type { DiscoveryLimits } from '#shared/competitors/discovery-deps.ts';
import type { Mail } from '#shared/mail/mailer.ts';
import type { Reputation, SendingLimits } from '#shared/mail/rules/bulk-mail.ts';
import type { Message, QueueName } from '#shared/messages/queues.ts';
import type { PostAnswer, PostRequest } from '#shared/web/safe-post.ts';
import type { Web } from '#shared/web/web.ts';
import { type Library, newLibrary } from './ad-library.ts';
import { newProcessor, type Processor } from './billing-processor.ts';
import { engine, setServiceEnvironment } from './engine.ts';
import { type IdentityProvider, newIdentityProvider } from './identity-provider.ts';
import { type Models, newModels } from './llm.ts';
import { type Files, newFiles } from './object-store.ts';
import { streamsOf } from './streams.ts';
import { testDynamo } from './test-dynamo.ts';

/** A message on its way. */
export type Sent = { [Q in QueueName]: { queue: Q; message: Message<Q>; delaySeconds: number } }[QueueName];

/** What survives a restart of the service: its tables, and what it sent. */
export type World = {
  prefix: string;
  tables: CreatedTable[];
  streams: ReturnType<typeof streamsOf>;
  mails: Mail[];
  /** One-time codes sent over the messaging app; a phone that ends in 0001 receives none, for one in 0002 the app is busy. */
  texts: { phone: string; code: string }[];
  /** Posts in the internal channel, each of one notice or more. */
  notices: string[];
  /** Deliveries that customers' servers were sent, and how they answer. */
  hooks: { posts: PostRequest[]; answer(request: PostRequest): PostAnswer | Promise<PostAnswer> };
  models: Models;
  /** The ad library, unless the environment leads to another one. */
  library: Library;
  adsTimeoutMs: number;
  /** Websites, where a test has its own. */
  web: Web | null;
  /** How one that waits for another's work passes the time. */
  pause: (milliseconds: number) => Promise<void>;
  discoveryLimits: DiscoveryLimits;
  /** What the mail service allows, and what it measured. */
  mailService: { limits: SendingLimits; reputation: Reputation };
  processor: Processor;
  messages: Sent[];
  /** Messages that their workers gave up, by their queue. */
  deadLetters: Map<QueueName | FailureQueue, string[]>;
  objects: Files;
  exportSizes: ExportDeps['sizes'];
  /** Documents of a segment of the search index. */
  segmentSize: number;
  /** Object storage of backups, which tables that are lost do not take with them. */
  backups: Files;
  backupSizes: BackupDeps['sizes'];
  /** DynamoDB's own export, where a test has one. */
  tableExports: TableExports | null;
  idp: IdentityProvider;
  /** Epoch milliseconds; tests move it. */
  clock: { now: number };
  /** Where requests come from, as the gateway sees it. */
  clientAddress: string;
};

/** Fresh tables on the tests' engine. */
export async function newWorld(now = Date.parse('2026-11-21T12:00:00Z')): Promise<World> {
  const clock = { now };
  const prefix = `t${randomBytes(5).toString('hex')}-`;
  const tables = await createTables(engine, { prefix });
  setServiceEnvironment();
  await beginCells(testDynamo(), { tableName: `${prefix}attribution` });
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
        ...{ perSecond: Number.POSITIVE_INFINITY, perDay: Number.POSITIVE_INFINITY, sentInDay: 0 },
        ...{ isEnabled: true, isHealthy: true },
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
