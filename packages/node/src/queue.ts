import { type AdtrailError, EventRefusedError, NotDeliveredError, RequestRefusedError } from './errors.ts';
import { type Gate, makeGate } from './gate.ts';
import { type Answer, type Failure, post, type Target } from './post.ts';
import { timerMs } from './quiet.ts';
import { maxBackoffMs } from './retry.ts';
import { unref } from './runtime.ts';
import type { ConversionEvent } from './types.ts';

export type Pending<Result> = {
  json: string;
  bytes: number;
  event?: ConversionEvent | undefined;
  succeed(result: Result): void;
  fail(error: AdtrailError): void;
};

export type QueueSettings<Result> = Target & {
  bodyOf(items: string): string;
  settle(batch: Pending<Result>[], answer: Answer & { kind: 'results' }): void;
  batchSize: number;
  batchDelayMs: number;
  paceMs: number;
  concurrency: number;
  /** The time during which a batch is retried, which is `Infinity` in a process that lives on. */
  retryForMs: number;
  /** Each request waits for itself: a platform may forbid a request to wait for the timer of another. */
  serverless: boolean;
  /** A spool also has the events, so a rejected key does not end their retries. */
  isDurable: boolean;
  report(error: AdtrailError): void;
};

/** The limit of a request is 5 MB. */
const maxBatchBytes = 4_500_000;
const maxRequestsOfBatch = 3;
const firstNoticeMs = 10_000;
const longestNoticeMs = 3_600_000;

export function makeQueue<Result>(settings: QueueSettings<Result>) {
  const waiting: Pending<Result>[] = [];
  /** A shared signal would cause Node's warning about more than ten listeners. */
  const ends = new Set<() => void>();
  const sharedGate = makeGate();
  const gates = new Set([sharedGate]);
  let isStopped = false;
  let unsettled = 0;
  let sending = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isScheduled = false;
  let pausedUntil = 0;
  let lastBatch = 0;
  let hurries = 0;
  let hasSucceeded = false;
  let awaySince = 0;
  let noticeMs = firstNoticeMs;

  function pump(): void {
    isScheduled = false;
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0 && sending < settings.concurrency) void start(take());
  }

  function schedule(): void {
    if (isScheduled || sending >= settings.concurrency) return;
    if (settings.batchDelayMs > 0 && waiting.length < settings.batchSize && hurries === 0) {
      const untilPace = Math.min(settings.paceMs, lastBatch + settings.paceMs - Date.now());
      timer ??= setTimeout(pump, timerMs(Math.max(settings.batchDelayMs, untilPace)));
      return;
    }
    isScheduled = true;
    // Events that are tracked together share a request.
    void Promise.resolve().then(pump);
  }

  function take(): Pending<Result>[] {
    let bytes = 0;
    let count = 0;
    for (const pending of waiting) {
      bytes += pending.bytes + 1;
      if (count > 0 && (count === settings.batchSize || bytes > maxBatchBytes)) break;
      count++;
    }
    return waiting.splice(0, count);
  }

  async function start(batch: Pending<Result>[]): Promise<void> {
    sending++;
    lastBatch = Date.now();
    const gate = settings.serverless ? makeGate({ notBefore: pausedUntil, holdsProcess: true }) : sharedGate;
    gates.add(gate);
    try {
      await deliver(batch, gate, Date.now() + settings.retryForMs);
    } catch (cause) {
      gate.open();
      const failure = { code: 'unexpected_response', cause };
      for (const { event, fail } of batch) fail(new NotDeliveredError('The response was not understood.', { ...failure, event }));
    }
    if (gate !== sharedGate) gates.delete(gate);
    sending--;
    if (waiting.length > 0 && (!timer || hurries > 0)) pump();
  }

  async function deliver(batch: Pending<Result>[], gate: Gate, deadline: number): Promise<void> {
    const body = settings.bodyOf(batch.map(({ json }) => json).join(','));
    for (;;) {
      const pause = gate.pass(deadline);
      if (pause) await pause;
      const sentAt = Date.now();
      const answer = isStopped ? undefined : withoutProxies(await ask(body, batch.length, gate));
      const isRetried = answer?.kind === 'later' || (answer?.kind === 'configuration' && settings.isDurable);
      if (answer && !isRetried) {
        gate.open();
        succeeded();
        if (answer.kind === 'results') settings.settle(batch, answer);
        else if (answer.kind === 'content') await refuse(batch, answer, gate, deadline);
        else for (const { event, fail } of batch) fail(refused(answer, event));
        return;
      }
      if (!answer || isStopped || Date.now() >= deadline) {
        for (const { event, fail } of batch) fail(undelivered(answer, event, settings.isDurable));
        return;
      }
      const afterMs = answer.kind === 'later' ? answer.afterMs : 0;
      // A rate limit applies to the key, but a function ends before a long pause does.
      if (afterMs <= settings.retryForMs) pausedUntil = Math.max(pausedUntil, Date.now() + afterMs);
      gate.close(sentAt, afterMs);
      noteFailure(answer);
    }
  }

  /** While the service may be away, a request without an answer is repeated in parallel. */
  function ask(body: string, events: number, gate: Gate): Promise<Answer> {
    return new Promise((resolve) => {
      const requests = new Set<() => void>();
      const endAll = () => {
        for (const end of [...requests]) end();
      };
      const request = async () => {
        const answer = await post(body, events, settings, requests);
        if (answer.kind === 'later' && requests.size > 0) return;
        clearInterval(repeat);
        ends.delete(endAll);
        resolve(answer);
        endAll();
      };
      const repeat = setInterval(() => {
        if (requests.size < maxRequestsOfBatch && (hurries > 0 || gate.isAway())) void request();
      }, maxBackoffMs);
      unref(repeat);
      ends.add(endAll);
      void request();
    });
  }

  /** Once the service has answered, the page of a proxy in its place is an outage. */
  const withoutProxies = (answer: Answer): Answer =>
    answer.kind === 'configuration' && !answer.isOwn && hasSucceeded ? { ...answer, kind: 'later', afterMs: 0 } : answer;

  async function refuse(batch: Pending<Result>[], failure: Failure, gate: Gate, deadline: number): Promise<void> {
    const [only] = batch;
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await deliver(batch.slice(0, half), gate, deadline);
      await deliver(batch.slice(half), gate, deadline);
    } else only?.fail(new EventRefusedError(failure.message, { ...failure, event: only.event }));
  }

  function succeeded(): void {
    hasSucceeded = true;
    awaySince = 0;
    noticeMs = firstNoticeMs;
  }

  /** An outage is reported a few times, and not for each event. A wrong key needs a person at once. */
  function noteFailure(failure: Failure & { kind: string }): void {
    const now = Date.now();
    awaySince ||= now;
    const isFirst = failure.kind === 'configuration' && noticeMs === firstNoticeMs;
    if (settings.serverless || (!isFirst && now - awaySince < noticeMs)) return;
    noticeMs = Math.min(noticeMs * 4, longestNoticeMs + now - awaySince);
    const message = `${failure.message} ${unsettled} ${unsettled === 1 ? 'event waits' : 'events wait'}.`;
    const Refusal = failure.kind === 'configuration' ? RequestRefusedError : NotDeliveredError;
    settings.report(new Refusal(message, { ...failure, willRetry: true }));
  }

  function counted(pending: Pending<Result>): Pending<Result> {
    unsettled++;
    let isSettled = false;
    const settle =
      <T>(report: (outcome: T) => void) =>
      (outcome: T) => {
        if (isSettled) return;
        isSettled = true;
        unsettled--;
        report(outcome);
      };
    return { ...pending, succeed: settle(pending.succeed), fail: settle(pending.fail) };
  }

  return {
    size: () => unsettled,
    /** `isAwaited`: the caller waits for a limited time. */
    add(pending: Pending<Result>, isAwaited: boolean): void {
      waiting.push(counted(pending));
      if (isAwaited && !settings.serverless) sharedGate.soon();
      schedule();
    },
    /** Ends all pauses but a pause that the service asked for. `isLast` ends that pause, too. */
    wake(isLast = false): void {
      for (const gate of gates) gate.wake(isLast);
    },
    hurry(): void {
      hurries++;
      for (const gate of gates) gate.wake();
      pump();
    },
    relax(): void {
      hurries--;
    },
    /** The events of canceled requests fail as not delivered. */
    stop(): void {
      isStopped = true;
      for (const end of [...ends]) end();
      for (const gate of gates) gate.end();
      for (const pending of waiting.splice(0)) pending.fail(undelivered(undefined, pending.event, settings.isDurable));
    },
  };
}

const refused = (failure: Failure, event?: ConversionEvent) => new RequestRefusedError(failure.message, { ...failure, event });

const undelivered = (answer: Answer | undefined, event: ConversionEvent | undefined, willRetry: boolean) => {
  const failure = answer && answer.kind !== 'results' ? answer : { code: 'closed', message: 'The client was closed.' };
  const message = `${willRetry ? 'Not delivered yet: the spool keeps it.' : 'Not delivered.'} ${failure.message}`;
  return new NotDeliveredError(message, { ...failure, event, willRetry });
};
