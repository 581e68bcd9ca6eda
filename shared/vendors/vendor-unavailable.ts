export type VendorFailure =
  /** The call may have taken effect, although no answer arrived. */
  | 'no_answer'
  | 'busy'
  | 'failed'
  /** A retry of a refused call does not help. */
  | 'refused'
  | 'unreadable';

type Facts = ErrorOptions & {
  status?: number | undefined;
  code?: string | undefined;
  retryAfterSeconds?: number | undefined;
  /** A model's unusable answer costs money too. */
  spent?: object | undefined;
};

/** The error's message never has the request or response. */
export class VendorUnavailable extends Error {
  readonly vendor: string;
  readonly failure: VendorFailure;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly spent: object | undefined;
  constructor(vendor: string, failure: VendorFailure, { status, code, retryAfterSeconds, spent, ...rest }: Facts = {}) {
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
