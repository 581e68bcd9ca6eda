/** What a text was found to be; `categories` are the vendor's names, such as `hate/threatening`, in order. */
export type Moderated = { isFlagged: boolean; categories: readonly string[] };

/** Looks for harm in a text. */
export type Moderation = {
  /** Which model looks; part of the key of whatever keeps a finding. */
  model: string;
  /** Throws `VendorUnavailable`. `timeoutSeconds` is for the whole call, repeats included. */
  moderate(text: string, options: { timeoutSeconds: number }): Promise<Moderated>;
};
