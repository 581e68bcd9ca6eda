export type FetchedFile = {
  /** Where the last redirect led. */
  url: string;
  status: number;
  /** Of the header, lower case without parameters; empty when there was none. */
  contentType: string;
  /** What the header says of the text's encoding, such as `iso-8859-1`; empty when it says nothing. */
  charset: string;
  /** The header `content-security-policy`, if there is one. */
  contentPolicy?: string;
  /** The addresses of the redirects, in their order, the one that was asked for first; `url` is not among them. */
  hops?: readonly string[];
  /** Decompressed. */
  body: Uint8Array<ArrayBuffer>;
};

export type WebRequest = {
  url: string;
  /** What is asked for decides the limits: 2 MB for pages, 10 MB for images. */
  kind: 'page' | 'image';
  /** For everything together, redirects too; 10 by default. */
  timeoutSeconds?: number;
  /** Whether the address can be http of this machine. Redirects then stay on this machine or lead to the public web. */
  isOnThisMachineAllowed?: boolean;
};

/** Files of addresses that somebody else chose. */
export type Web = {
  /**
   * Throws `AddressRefused` where `fetch` would for this address itself, without asking the site; a name that leads
   * nowhere passes. For an endpoint that answers before the site is read.
   */
  check(url: string): Promise<void>;
  /**
   * Any status is an answer. Throws `AddressRefused` for an address that is not public http(s), anywhere in the chain
   * of redirects, and `SiteUnreachable` for everything else that goes wrong: no such name, no answer in time, too
   * large, TLS.
   */
  fetch(request: WebRequest): Promise<FetchedFile>;
};

/** The address is not one of the public web. Asking again changes nothing. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
  constructor() {
    super('The address is not one of the public web.');
  }
}

/** The site gave nothing to work with. `reason` is for logs and decisions; it holds nothing of the site's. */
export class SiteUnreachable extends Error {
  override name = 'SiteUnreachable';
  readonly reason: 'no_such_host' | 'no_answer' | 'timeout' | 'too_large' | 'too_many_redirects' | 'broken';
  constructor(reason: SiteUnreachable['reason'], options?: ErrorOptions) {
    super(`The site could not be read: ${reason}.`, options);
    this.reason = reason;
  }
}
