/** Another worker holds the work. The delay does not grow. */
export class RetrySoon extends Error {
  override name = 'RetrySoon';
}

/** The seconds are shorter than a lease. */
export const retrySoonSeconds = [5, 15] as const;
