import { useEffect } from 'react';
import { pollEvery } from './poll.ts';

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
