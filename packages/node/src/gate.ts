import { timerMs } from './quiet.ts';
import { backoffMs } from './retry.ts';
import { unref } from './runtime.ts';

/** A call with a limit cannot wait for the longest pause. */
const soonMs = 1000;

export type Gate = ReturnType<typeof makeGate>;

/**
 * Requests pass a gate. It closes when the service fails. Then one request at a time probes the service, and
 * its success lets all requests pass. `notBefore` is the end of a `Retry-After`, in milliseconds since 1970. With
 * `holdsProcess`, its timers keep the process alive.
 */
export function makeGate({ notBefore = 0, holdsProcess = false } = {}) {
  const waiting = new Set<() => void>();
  let pausedUntil = notBefore;
  let failures = 0;
  let failedAt = 0;
  let probeAt = 0;
  let isProbing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isPaused = () => pausedUntil > Date.now();

  function probe(): void {
    clearTimeout(timer);
    timer = undefined;
    const [first] = waiting;
    if (!first) return;
    isProbing = true;
    first();
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isProbing || waiting.size === 0) return;
    timer = setTimeout(probe, timerMs(Math.max(probeAt, pausedUntil) - Date.now()));
    if (!holdsProcess) unref(timer);
  }

  function open(): void {
    failures = 0;
    probeAt = 0;
    isProbing = false;
    if (isPaused()) schedule();
    else for (const pass of [...waiting]) pass();
  }

  return {
    /** True from a failure until a success. */
    isAway: () => failures > 0,

    /**
     * Resolves when a request may be sent, at `deadline` (milliseconds since 1970) at the latest; returns
     * `undefined` if it may be sent now.
     */
    pass(deadline: number): Promise<void> | undefined {
      if (failures === 0 && !isPaused()) return undefined;
      return new Promise((resolve) => {
        const pass = () => {
          clearTimeout(last);
          waiting.delete(pass);
          resolve();
        };
        const last = Number.isFinite(deadline) ? setTimeout(pass, timerMs(deadline - Date.now())) : undefined;
        waiting.add(pass);
        schedule();
      });
    },

    open,

    /** Requests that were in flight together count as one failure. */
    close(sentAt: number, afterMs: number): void {
      const now = Date.now();
      if (sentAt >= failedAt) {
        isProbing = false;
        failures++;
        failedAt = now;
        probeAt = now + backoffMs(failures - 1);
      }
      if (afterMs > 0) pausedUntil = Math.max(pausedUntil, now + afterMs + backoffMs(0));
      schedule();
    },

    /** Brings the next probe forward, but never before the end of a `Retry-After`. */
    soon(): void {
      probeAt = Math.min(probeAt, failedAt + soonMs);
      schedule();
    },

    /** Probes now. `isLast` also ends the wait of a `Retry-After`. */
    wake(isLast = false): void {
      if (isLast) pausedUntil = 0;
      failures = Math.min(failures, 1);
      probeAt = 0;
      schedule();
    },

    /** Lets all requests pass, because the client ends. */
    end(): void {
      pausedUntil = 0;
      open();
    },
  };
}
