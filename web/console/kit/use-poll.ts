import { useCallback, useEffect, useRef } from 'react';
import { pollEvery, tailEvery } from './poll.ts';

let touchedAt = Date.now();
const touched = () => {
  touchedAt = Date.now();
};

export function useActivity(): void {
  useEffect(() => {
    const events = ['pointerdown', 'keydown', 'focus'] as const;
    for (const event of events) window.addEventListener(event, touched, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, touched);
    };
  }, []);
}

/** The interval depends on the page's number of queries (`reads`). */
export const livePoll = (reads: number) => (): number => pollEvery(Date.now() - touchedAt, reads);

/** Without interaction the value is false. */
export const liveTailPoll = (): number | false => tailEvery(Date.now() - touchedAt);

/**
 * After an action with a delayed result, a page polls every second for at least the first time and at most
 * the second.
 */
const [eagerLeastMs, eagerMostMs] = [3000, 15_000];

export type EagerPoll = (isWaiting?: boolean) => number;

/** A page polls every second after `act` while the result `isWaiting`. */
export function useEagerPoll(reads: number): { poll: EagerPoll; act: () => void } {
  const actedAt = useRef(0);
  const poll = useCallback(
    (isWaiting = true) => {
      const ago = Date.now() - actedAt.current;
      return ago < (isWaiting ? eagerMostMs : eagerLeastMs) ? 1000 : livePoll(reads)();
    },
    [reads],
  );
  const act = useCallback(() => {
    actedAt.current = Date.now();
  }, []);
  return { poll, act };
}
