import { useCallback, useEffect, useRef } from 'react';
import { pollEvery, tailEvery } from './poll.ts';

let touchedAt = Date.now();
const touched = () => {
  touchedAt = Date.now();
};

/** Records when a person last did something, for `livePoll`. */
export function useActivity(): void {
  useEffect(() => {
    const events = ['pointerdown', 'keydown', 'focus'] as const;
    for (const event of events) window.addEventListener(event, touched, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, touched);
    };
  }, []);
}

/** `refetchInterval` of a query on a page whose queries are `reads` in all. */
export const livePoll = (reads: number) => (): number => pollEvery(Date.now() - touchedAt, reads);

/** `refetchInterval` of a live tail that a person switched on; false once nobody uses the page. */
export const liveTailPoll = (): number | false => tailEvery(Date.now() - touchedAt);

/** How long a page asks each second after an action whose result is not there at once; at least, and at most. */
const [eagerLeastMs, eagerMostMs] = [3000, 15_000];

export type EagerPoll = (isWaiting?: boolean) => number;

/** As `livePoll`, and each second after `act` was called, while the result `isWaiting`. */
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
