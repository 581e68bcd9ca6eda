/**
 * Another worker holds the message's work, or it has no slot. The short delay does not grow with its
 * receives.
 */
export class RetrySoon extends Error {
  override name = 'RetrySoon';
}

/** Seconds; shorter than a lease. */
export const retrySoonSeconds = [5, 15] as const;
