export type Moderated = { isFlagged: boolean; categories: readonly string[] };

export type Moderation = {
  model: string;
  /** Throws `VendorUnavailable`. `timeoutSeconds` includes retries. */
  moderate(text: string, options: { timeoutSeconds: number }): Promise<Moderated>;
};
