import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { latestAhead } from '#shared/values/ahead.ts';
import { hours } from '#shared/values/durations.ts';
import { onClockJump } from '../clock-jumps.ts';
import { refuseForeign } from '../refuse-foreign.ts';
import { isSigned, needsBody } from '../signed-request.ts';
import { type FauxqsParts, fauxqsParts, type Persistence, type S3Store, type SqsStore } from './fauxqs-parts.ts';

export type QueueEngine = {
  endpoint: string;
  /** Ends all receives with an empty answer, because an aborted receive would lose the next message. */
  endWaits(): void;
  stop(): Promise<void>;
};

export type FauxqsSettings = {
  key?: string;
  hasOpenQueues?: boolean;
  expire?: (files: S3Store, now: number) => void;
};

/** The package's `startFauxqs` listens on all network interfaces. */
export async function startFauxqs(
  directory: string,
  region: string,
  { key = 'local', hasOpenQueues = true, expire = () => {} }: FauxqsSettings = {},
): Promise<QueueEngine> {
  const parts = await fauxqsParts();
  const sqsStore = new parts.SqsStore();
  const snsStore = new parts.SnsStore();
  const s3Store = new parts.S3Store();
  const persistence = persistenceIn(parts, directory);
  // The stores get their database only after this load, because an insert would delete a queue's messages.
  persistence.load(sqsStore, snsStore, s3Store);
  for (const store of [sqsStore, snsStore, s3Store]) store.persistence = persistence;
  for (const queue of sqsStore.allQueues()) queue.persistence = persistence;
  giveBack(sqsStore);
  const ignoreJumps = onClockJump((byMs) => shiftTimes(sqsStore, byMs));
  const looking = lookLessOften(sqsStore);
  expire(s3Store, Date.now());
  const expiry = setInterval(() => expire(s3Store, Date.now()), hours(1)).unref();
  const app = parts.buildApp({
    logger: false,
    defaultRegion: region,
    stores: { sqsStore, snsStore, s3Store },
  });
  app.addHook('preParsing', async (request, reply, payload) => {
    const { method = '', url = '', headers } = request.raw;
    if (hasOpenQueues && method === 'POST' && url === '/') return payload;
    const body = needsBody({ headers }) ? await buffer(payload) : undefined;
    if (isSigned({ method, url, headers, body }, key, Date.now())) return body === undefined ? payload : Readable.from([body]);
    await reply.code(403).header('content-type', 'application/xml').send(accessDenied);
    return payload;
  });
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  refuseForeign(app.server);
  return {
    endpoint,
    endWaits() {
      for (const queue of sqsStore.allQueues()) queue.cancelWaiters();
    },
    async stop() {
      ignoreJumps();
      clearInterval(expiry);
      clearInterval(looking);
      await app.close();
      persistence.close();
    },
  };
}

const accessDenied = '<Error><Code>AccessDenied</Code><Message>The signature is missing or wrong.</Message></Error>';

function persistenceIn(parts: FauxqsParts, directory: string): Persistence {
  const persistence = new parts.PersistenceManager(directory);
  const ready = persistence.db.prepare('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?');
  // The package's own statement writes NULL into a NOT NULL column, and the error drops the message.
  persistence.updateMessageReady = (messageId) => {
    ready.run(messageId);
  };
  return persistence;
}

/** The previous host's consumers are gone, so the messages in flight return to their queues at once. */
function giveBack(sqsStore: SqsStore): void {
  for (const queue of sqsStore.allQueues()) {
    for (const handle of [...queue.inflightMessages.keys()]) queue.changeVisibility(handle, 0);
    const latest = latestAhead(Date.now(), mostDelayMs);
    for (const message of queue.delayedMessages) if ((message.delayUntil ?? 0) > latest) message.delayUntil = latest;
  }
}

/** SQS's maximum delay is 15 minutes, so a later time is from a wrong clock. */
const mostDelayMs = 900_000;

function shiftTimes(sqsStore: SqsStore, byMs: number): void {
  for (const queue of sqsStore.allQueues()) {
    for (const entry of queue.inflightMessages.values()) entry.visibilityDeadline += byMs;
    for (const message of queue.delayedMessages) if (message.delayUntil) message.delayUntil += byMs;
  }
}

/** A receive finds a message up to this long after its visibility timeout; new messages appear at once. */
const lookEveryMs = 100;

/** The package polls every queue 50 times a second during a receive. */
function lookLessOften(sqsStore: SqsStore): NodeJS.Timeout {
  const get = sqsStore.getQueue;
  sqsStore.getQueue = (url) => {
    const queue = get.call(sqsStore, url);
    if (queue) queue.startPollTimerIfNeeded = () => {};
    return queue;
  };
  return setInterval(() => {
    for (const queue of sqsStore.allQueues()) queue.processTimers();
  }, lookEveryMs).unref();
}
