/**
 * A message cannot be processed yet, because another worker holds its work or it has no slot. It returns
 * after a short delay that does not grow with its receives.
 */
export class RetrySoon extends Error {
  override name = 'RetrySoon';
}

/** Seconds; shorter than a lease. */
export const retrySoonSeconds = [5, 15] as const;
