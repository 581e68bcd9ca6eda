export type FetchedFile = {
  url: string;
  status: number;
  /** Lower case without parameters; empty without the header. */
  contentType: string;
  /** The header's encoding, such as `iso-8859-1`; empty without it. */
  charset: string;
  contentPolicy?: string;
  /** In their order, the requested address first, without `url`. */
  hops?: readonly string[];
  body: Uint8Array<ArrayBuffer>;
};

export type WebRequest = {
  url: string;
  /** The kind decides the limits: 2 MB for pages, 10 MB for images. */
  kind: 'page' | 'image';
  /** The time includes redirects. Default: 10. */
  timeoutSeconds?: number;
  /** Redirects then stay on this machine or lead to the public web. */
  isOnThisMachineAllowed?: boolean;
};

export type Web = {
  /** Throws `AddressRefused` as `fetch` would, without calling the site; an unresolvable name passes. */
  check(url: string): Promise<void>;
  /**
   * Throws `AddressRefused` for an address that is not public http(s), also after a redirect, and
   * `SiteUnreachable` for every other failure.
   */
  fetch(request: WebRequest): Promise<FetchedFile>;
};

export class AddressRefused extends Error {
  override name = 'AddressRefused';
  constructor() {
    super('The address is not one of the public web.');
  }
}

/** `reason` is for logs and decisions, and has no text of the site. */
export class SiteUnreachable extends Error {
  override name = 'SiteUnreachable';
  readonly reason: 'no_such_host' | 'no_answer' | 'timeout' | 'too_large' | 'too_many_redirects' | 'broken';
  constructor(reason: SiteUnreachable['reason'], options?: ErrorOptions) {
    super(`The site could not be read: ${reason}.`, options);
    this.reason = reason;
  }
}
