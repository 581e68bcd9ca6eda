export type Messenger = {
  /**
   * Resolves when the vendor accepted the message for `phone` (E.164). Throws `NumberUnreachable` for a
   * number that cannot receive messages, and otherwise `VendorUnavailable`. It never retries.
   */
  sendCode(phone: string, code: string): Promise<void>;
};

export class NumberUnreachable extends Error {
  constructor(options?: ErrorOptions) {
    super('The number cannot receive messages of the messaging app.', options);
    this.name = 'NumberUnreachable';
  }
}
