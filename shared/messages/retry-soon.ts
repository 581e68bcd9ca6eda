/** Another worker holds the work, so the message returns after a short delay that does not grow. */
export class RetrySoon extends Error {
  override name = 'RetrySoon';
}

/** The delay is shorter than a lease. */
export const retrySoonSeconds = [5, 15] as const;
