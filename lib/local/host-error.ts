/**
 * A reason not to start, or to stop, in one sentence for the user. `bin/dev.ts` prints it and exits with 1.
 */
export class HostError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'HostError';
  }
}
