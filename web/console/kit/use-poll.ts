import { useCallback, useEffect, useRef } from 'react';
import { pollEvery, tailEvery } from './poll.ts';

let touchedAt = Date.now();
const touched = () => {
  touchedAt = Date.now();
};

/** Records the time of the last interaction for `livePoll`. */
export function useActivity(): void {
  useEffect(() => {
    const events = ['pointerdown', 'keydown', 'focus'] as const;
    for (const event of events) window.addEventListener(event, touched, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, touched);
    };
  }, []);
}

/** The `refetchInterval` of a query on a page with `reads` queries. */
export const livePoll = (reads: number) => (): number => pollEvery(Date.now() - touchedAt, reads);

/** The `refetchInterval` of a live tail; false without interaction. */
export const liveTailPoll = (): number | false => tailEvery(Date.now() - touchedAt);

/** The shortest and the longest time of polling every second after an action whose result is delayed. */
const [eagerLeastMs, eagerMostMs] = [3000, 15_000];

export type EagerPoll = (isWaiting?: boolean) => number;

/** Works like `livePoll`, and polls every second after `act` while the result `isWaiting`. */
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
