import type { TargetRef } from './target.ts';

export type WaitingPlace = { target: TargetRef; place: string };

/** Returns the earliest place of each target. */
export const earliestOf = (places: readonly WaitingPlace[]): WaitingPlace[] =>
  [...Map.groupBy(places, ({ target }) => `${target.accountId}#${target.id}`).values()].map((ofTarget) =>
    ofTarget.reduce((earliest, next) => (next.place < earliest.place ? next : earliest)),
  );
