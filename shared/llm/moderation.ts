export type Moderated = { isFlagged: boolean; categories: readonly string[] };

export type Moderation = {
  /** The key of stored findings includes the name. */
  model: string;
  /** Throws `VendorUnavailable`. `timeoutSeconds` includes retries. */
  moderate(text: string, options: { timeoutSeconds: number }): Promise<Moderated>;
};
