/** The outcome of a call to a vendor. */
export type VendorFailure =
  /** Nothing, or half an answer, came back: whether the call took effect is not known. */
  | 'no_answer'
  /** Too many calls, says the vendor. */
  | 'busy'
  /** A failure of the vendor's own (5xx). */
  | 'failed'
  /** The vendor understood the call and will not do it: repeating does not help. */
  | 'refused'
  /** An answer that is not what the vendor's documentation says. */
  | 'unreadable';

type Facts = ErrorOptions & {
  status?: number | undefined;
  /** The vendor's machine-readable error code. */
  code?: string | undefined;
  /** How long the vendor asks to wait. */
  retryAfterSeconds?: number | undefined;
  /** What a call of a model took all the same, as far as it is known: an answer of no use is paid for, too. */
  spent?: object | undefined;
};

/** A vendor did not do what was asked. Its message names vendor, status and code, never what was sent or answered. */
export class VendorUnavailable extends Error {
  readonly vendor: string;
  readonly failure: VendorFailure;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly spent: object | undefined;
  constructor(
    vendor: string,
    failure: VendorFailure,
    { status, code, retryAfterSeconds, spent, ...rest }: Facts = {},
  ) {
    const facts = [failure, status && `status ${status}`, code && `code ${code}`].filter(Boolean).join(', ');
    super(`The vendor ${vendor} did not do what was asked (${facts}).`, rest);
    this.name = 'VendorUnavailable';
    this.vendor = vendor;
    this.failure = failure;
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.spent = spent;
  }
}
