/** Another worker holds the work, so the message returns after a short delay that does not grow. */
export class RetrySoon extends Error {
  override name = 'RetrySoon';
}

export const retrySoonSeconds = [5, 15] as const;
