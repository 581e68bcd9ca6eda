import type { IncomingMessage, Server } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * The package fauxqs does not export these types. Its version is pinned, and the queue tests fail if they
 * change.
 */
export type Queue = {
  inflightMessages: Map<string, { visibilityDeadline: number }>;
  delayedMessages: { delayUntil?: number }[];
  persistence?: Persistence;
  changeVisibility(receiptHandle: string, seconds: number): void;
  cancelWaiters(): void;
  startPollTimerIfNeeded(): void;
  processTimers(): void;
};
export type SqsStore = {
  region?: string;
  persistence?: Persistence;
  allQueues(): Iterable<Queue>;
  getQueue(url: string): Queue | undefined;
};
export type OtherStore = { persistence?: Persistence };
export type S3Store = OtherStore & {
  buckets: Map<string, Map<string, { key: string; lastModified: Date }>>;
  multipartUploads: Map<string, { initiated: Date }>;
  deleteObject(bucket: string, key: string): void;
  abortMultipartUpload(uploadId: string): void;
};
export type Persistence = {
  db: { prepare(sql: string): { run(...values: string[]): unknown } };
  updateMessageReady(messageId: string): void;
  load(sqs: SqsStore, sns: OtherStore, s3: S3Store): void;
  close(): void;
};
type Reply = {
  code(status: number): Reply;
  header(name: string, value: string): Reply;
  send(body: string): Reply;
};
type App = {
  server: Server;
  addHook(name: 'preParsing', hook: (request: { raw: IncomingMessage }, reply: Reply, payload: Readable) => Promise<Readable>): void;
  listen(options: { port: number; host: string }): Promise<string>;
  close(): Promise<void>;
};
type Stores = { sqsStore: SqsStore; snsStore: OtherStore; s3Store: S3Store };

export type FauxqsParts = {
  SqsStore: new () => SqsStore;
  SnsStore: new () => OtherStore;
  S3Store: new () => S3Store;
  PersistenceManager: new (directory: string) => Persistence;
  buildApp(options: { logger: boolean; defaultRegion: string; stores: Stores }): App;
};

export async function fauxqsParts(): Promise<FauxqsParts> {
  const entry = import.meta.resolve('fauxqs');
  const files = ['./app.js', './persistence.js', './sqs/sqsStore.js', './sns/snsStore.js', './s3/s3Store.js'];
  const modules = await Promise.all(files.map((file) => import(new URL(file, entry).href)));
  return Object.assign({}, ...modules);
}
