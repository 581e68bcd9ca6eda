import { type AdtrailError, EventRefusedError, NotDeliveredError, RequestRefusedError } from './errors.ts';
import { type Answer, type Failure, post, problemsOf, sentenceOfProblems, type Target } from './post.ts';
import { timerMs } from './quiet.ts';
import { backoffMs } from './retry.ts';
import type { ConversionEvent, Problem, TrackResult } from './types.ts';

export type Pending = {
  json: string;
  bytes: number;
  event: ConversionEvent;
  succeed(result: TrackResult): void;
  fail(error: AdtrailError): void;
};

export type QueueSettings = Target & {
  validateOnly: boolean;
  batchSize: number;
  batchDelayMs: number;
  paceMs: number;
  concurrency: number;
  /** The time during which a batch is retried, which is `Infinity` with a spool. */
  retryForMs: number;
  /** A spool also has the events, so a rejected key does not end their retries. */
  isDurable: boolean;
  report(error: AdtrailError): void;
};

/** The limit of a request is 5 MB. */
const maxBatchBytes = 4_500_000;

export function makeQueue(settings: QueueSettings) {
  const waiting: Pending[] = [];
  /** A shared signal would cause Node's warning about more than ten listeners. */
  const ends = new Set<() => void>();
  let isStopped = false;
  let unsettled = 0;
  let sending = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isScheduled = false;
  let pausedUntil = 0;
  let lastBatch = 0;
  let isUrgent = false;

  function pump(): void {
    isScheduled = false;
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0 && sending < settings.concurrency) void start(take());
  }

  function schedule(): void {
    if (isScheduled || sending >= settings.concurrency) return;
    if (settings.batchDelayMs > 0 && waiting.length < settings.batchSize && !isUrgent) {
      const untilPace = Math.min(settings.paceMs, lastBatch + settings.paceMs - Date.now());
      timer ??= setTimeout(pump, timerMs(Math.max(settings.batchDelayMs, untilPace)));
      return;
    }
    isScheduled = true;
    // Events that are tracked together share a request.
    queueMicrotask(pump);
  }

  function take(): Pending[] {
    let bytes = 0;
    let count = 0;
    for (const pending of waiting) {
      bytes += pending.bytes + 1;
      if (count > 0 && (count === settings.batchSize || bytes > maxBatchBytes)) break;
      count++;
    }
    return waiting.splice(0, count);
  }

  async function start(batch: Pending[]): Promise<void> {
    sending++;
    lastBatch = Date.now();
    try {
      await deliver(batch);
    } catch (cause) {
      const failure = { code: 'unexpected_response', cause };
      for (const { event, fail } of batch)
        fail(new NotDeliveredError('The response was not understood.', { ...failure, event }));
    }
    sending--;
    if (waiting.length > 0 && (!timer || isUrgent)) pump();
  }

  async function deliver(batch: Pending[]): Promise<void> {
    const events = batch.map(({ json }) => json).join(',');
    const body = `{"events":[${events}]${settings.validateOnly ? ',"validate_only":true' : ''}}`;
    const began = Date.now();
    for (let attempt = 0; ; attempt++) {
      const pause = pausedUntil - Date.now();
      if (pause > 0) await sleep(pause);
      const answer = isStopped ? undefined : await post(body, batch.length, settings, ends);
      if (answer?.kind === 'results') return settle(batch, answer);
      if (answer?.kind === 'content') return refuse(batch, answer);
      if (answer?.kind === 'configuration' && !settings.isDurable) {
        for (const pending of batch) pending.fail(refused(answer, pending.event));
        return;
      }
      const afterMs = answer?.kind === 'later' ? answer.afterMs : 0;
      const delay = Math.max(backoffMs(attempt), afterMs && afterMs + backoffMs(0));
      if (!answer || isStopped || Date.now() + delay > began + settings.retryForMs) {
        for (const pending of batch) pending.fail(undelivered(answer, pending.event, settings.isDurable));
        return;
      }
      if (answer.kind === 'configuration') settings.report(refused(answer, undefined, true));
      // A rate limit applies to the key, so all batches wait.
      if (afterMs > 0) pausedUntil = Math.max(pausedUntil, Date.now() + afterMs);
      await sleep(delay);
    }
  }

  async function refuse(batch: Pending[], failure: Failure): Promise<void> {
    const [only] = batch;
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await deliver(batch.slice(0, half));
      await deliver(batch.slice(half));
    } else only?.fail(new EventRefusedError(failure.message, { ...failure, event: only.event }));
  }

  function sleep(ms: number): Promise<void> {
    if (isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(sleeping);
        ends.delete(wake);
        resolve();
      };
      const sleeping = setTimeout(wake, ms);
      ends.add(wake);
    });
  }

  function counted(pending: Pending): Pending {
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
    add(pending: Pending): void {
      waiting.push(counted(pending));
      schedule();
    },
    hurry(): void {
      isUrgent = true;
      pump();
    },
    relax(): void {
      isUrgent = false;
    },
    /** The events of canceled requests fail as not delivered. */
    stop(): void {
      isStopped = true;
      for (const end of ends) end();
      for (const pending of waiting.splice(0))
        pending.fail(undelivered(undefined, pending.event, settings.isDurable));
    },
  };
}

function settle(batch: Pending[], { results, requestId }: Answer & { kind: 'results' }): void {
  for (const { index, error, ...result } of results) {
    const pending = batch[index] as Pending;
    const { code = 'refused', message = 'The event was refused.', detail } = error ?? {};
    const problems = problemsOf(detail);
    if (result.accepted) pending.succeed(result);
    else
      pending.fail(
        new EventRefusedError(sentenceOfProblems(problems.map(inEvent)) || message, {
          ...{ code, status: result.status, requestId, problems, event: pending.event },
        }),
      );
  }
}

const inEvent = ({ loc, ...rest }: Problem) => ({
  ...rest,
  loc: loc[1] === 'events' ? loc.slice(3) : loc,
});

const refused = (failure: Failure, event?: ConversionEvent, willRetry = false) =>
  new RequestRefusedError(failure.message, { ...failure, event, willRetry });

const undelivered = (answer: Answer | undefined, event: ConversionEvent, willRetry: boolean) => {
  const failure =
    answer && answer.kind !== 'results' ? answer : { code: 'closed', message: 'The client was closed.' };
  const message = `${willRetry ? 'Not delivered yet: the spool keeps it.' : 'Not delivered.'} ${failure.message}`;
  return new NotDeliveredError(message, { ...failure, event, willRetry });
};
