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

export const livePoll = (reads: number) => (): number => pollEvery(Date.now() - touchedAt, reads);

export const liveTailPoll = (): number | false => tailEvery(Date.now() - touchedAt);

/** After an action, a page polls every second for at least the first and at most the second time. */
const [eagerLeastMs, eagerMostMs] = [3000, 15_000];

export type EagerPoll = (isWaiting?: boolean) => number;

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
