import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { latestAhead } from '#shared/values/ahead.ts';
import { hours } from '#shared/values/durations.ts';
import { onClockJump } from '../clock-jumps.ts';
import { refuseForeign } from '../refuse-foreign.ts';
import { isSigned, needsBody } from '../signed-request.ts';
import {
  type FauxqsParts,
  fauxqsParts,
  type Persistence,
  type Queue,
  type S3Store,
  type SqsStore,
} from './fauxqs-parts.ts';

export type QueueEngine = {
  /** Serves SQS and S3. */
  endpoint: string;
  /** Ends all waiting receives at once; an aborted one would swallow the next message. */
  endWaits(): void;
  stop(): Promise<void>;
};

export type FauxqsSettings = {
  /** What signs requests. Those for objects always need a signature. */
  key?: string;
  /** Whether calls of the queues are answered without one. */
  hasOpenQueues?: boolean;
  /** Called with the files at the start and each hour, to remove what has expired. */
  expire?: (files: S3Store, now: number) => void;
};

/**
 * Starts the SQS and S3 engine in this process, on data in `directory`. Put together by hand instead of by its
 * `startFauxqs`, which listens on all network interfaces.
 */
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
  // Loaded before the stores write through, as the engine itself does: its insert would delete a queue's messages.
  persistence.load(sqsStore, snsStore, s3Store);
  for (const store of [sqsStore, snsStore, s3Store]) store.persistence = persistence;
  for (const queue of sqsStore.allQueues()) queue.persistence = persistence;
  giveBack(sqsStore);
  const ignoreJumps = onClockJump((byMs) => shiftTimes(sqsStore, byMs));
  lookLessOften(sqsStore);
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
    if (isSigned({ method, url, headers, body }, key, Date.now()))
      return body === undefined ? payload : Readable.from([body]);
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
      await app.close();
      persistence.close();
    },
  };
}

const accessDenied =
  '<Error><Code>AccessDenied</Code><Message>The signature is missing or wrong.</Message></Error>';

function persistenceIn(parts: FauxqsParts, directory: string): Persistence {
  const persistence = new parts.PersistenceManager(directory);
  const ready = persistence.db.prepare(
    'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
  );
  // The engine's own writes NULL into a NOT NULL column here, and loses the message from memory with the error.
  persistence.updateMessageReady = (messageId) => {
    ready.run(messageId);
  };
  return persistence;
}

/** What was in work when the last host ended is in nobody's hands now, so it need not wait for its visibility timeout. */
function giveBack(sqsStore: SqsStore): void {
  for (const queue of sqsStore.allQueues()) {
    for (const handle of [...queue.inflightMessages.keys()]) queue.changeVisibility(handle, 0);
    const latest = latestAhead(Date.now(), mostDelayMs);
    for (const message of queue.delayedMessages)
      if ((message.delayUntil ?? 0) > latest) message.delayUntil = latest;
  }
}

/** The longest delay of a message in SQS. A later time is from a clock that was wrong. */
const mostDelayMs = 900_000;

/** Messages wait as long as they were to wait, though the clock was set meanwhile. */
function shiftTimes(sqsStore: SqsStore, byMs: number): void {
  for (const queue of sqsStore.allQueues()) {
    for (const entry of queue.inflightMessages.values()) entry.visibilityDeadline += byMs;
    for (const message of queue.delayedMessages) if (message.delayUntil) message.delayUntil += byMs;
  }
}

/** How soon a waiting receive sees a message whose delay or visibility timeout is over; new ones it sees at once. */
const lookEveryMs = 100;

/** The engine looks at every queue 50 times a second while somebody waits, which is always. */
function lookLessOften(sqsStore: SqsStore): void {
  const get = sqsStore.getQueue;
  const known = new WeakSet<Queue>();
  sqsStore.getQueue = (url) => {
    const queue = get.call(sqsStore, url);
    if (queue && !known.has(queue)) {
      known.add(queue);
      queue.startPollTimerIfNeeded = () => {
        queue.pollTimer ??= setInterval(() => queue.processTimers(), lookEveryMs);
      };
    }
    return queue;
  };
}
