/** Another worker holds the work, so the message returns after a short delay that does not grow. */
export class RetrySoon extends Error {
  override name = 'RetrySoon';
}

/** Other work of the account must end first, so the message gives its turn back and counts no receive. */
export class WaitsForOtherWork extends Error {
  override name = 'WaitsForOtherWork';
}

/** The message's work was failed with a reason at its last receive, so the message is a dead letter. */
export class GivenUp extends Error {
  override name = 'GivenUp';
}

export const retrySoonSeconds = [5, 15] as const;
