/** Another worker holds the work, or it has no slot. The short delay does not grow. */
export class RetrySoon extends Error {
  override name = 'RetrySoon';
}

/** Seconds; shorter than a lease. */
export const retrySoonSeconds = [5, 15] as const;
