/** `bin/dev.ts` prints the sentence and exits with 1. */
export class HostError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'HostError';
  }
}
