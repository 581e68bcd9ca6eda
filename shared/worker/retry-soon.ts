/**
 * Why a message cannot be worked on yet, through no fault of its own: another worker holds its work, or it only lacks a
 * turn. It comes back after a short wait that does not grow with its receives.
 */
export class RetrySoon extends Error {
  override name = 'RetrySoon';
}

/** Seconds, less than a lease lasts. */
export const retrySoonSeconds = [5, 15] as const;
