export type Messenger = {
  /** `phone` is E.164. Throws `NumberUnreachable` or `VendorUnavailable`, and never retries. */
  sendCode(phone: string, code: string): Promise<void>;
};

export class NumberUnreachable extends Error {
  constructor(options?: ErrorOptions) {
    super('The number cannot receive messages of the messaging app.', options);
    this.name = 'NumberUnreachable';
  }
}
