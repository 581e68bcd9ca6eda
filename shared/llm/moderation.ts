/** The findings in a text. `categories` are the vendor's names in order, such as `hate/threatening`. */
export type Moderated = { isFlagged: boolean; categories: readonly string[] };

/** Detects harmful content in a text. */
export type Moderation = {
  /** The model's name, which is part of the key of stored findings. */
  model: string;
  /** Throws `VendorUnavailable`. `timeoutSeconds` covers the whole call, including retries. */
  moderate(text: string, options: { timeoutSeconds: number }): Promise<Moderated>;
};
