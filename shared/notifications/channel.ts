/** The operators' internal channel. */
export type Channel = {
  /**
   * Posts a notice, plain text. Resolves when the channel has taken it; throws `VendorUnavailable`. Posting is not
   * idempotent: it is never repeated by itself.
   */
  post(text: string): Promise<void>;
};
