import { invalid, type Problem } from '#shared/values/errors.ts';

export type FetchedFile = {
  url: string;
  status: number;
  /** The content type is in lower case, or empty. */
  contentType: string;
  /** The encoding is like `iso-8859-1`, or empty. */
  charset: string;
  contentPolicy?: string;
  hops?: readonly string[];
  body: Uint8Array<ArrayBuffer>;
};

export type WebRequest = {
  url: string;
  /** Pages have at most 2 MB, images 10 MB. */
  kind: 'page' | 'image';
  /** The timeout includes redirects, and is 10 by default. */
  timeoutSeconds?: number;
  /** If allowed, redirects from this machine stay on it or lead to the public web. */
  isOnThisMachineAllowed?: boolean;
};

export type Web = {
  /**
   * Throws `AddressRefused` for an address that is not public http(s); a name that does not resolve passes.
   */
  check(url: string): Promise<void>;
  /**
   * Throws `AddressRefused` for an address that is not public http(s), also after a redirect, and otherwise
   * `SiteUnreachable`.
   */
  fetch(request: WebRequest): Promise<FetchedFile>;
};

export class AddressRefused extends Error {
  override name = 'AddressRefused';
  constructor() {
    super('The address is not one of the public web.');
  }
}

export class SiteUnreachable extends Error {
  override name = 'SiteUnreachable';
  readonly reason: 'no_such_host' | 'no_answer' | 'timeout' | 'too_large' | 'too_many_redirects' | 'broken';
  constructor(reason: SiteUnreachable['reason'], options?: ErrorOptions) {
    super(`The site could not be read: ${reason}.`, options);
    this.reason = reason;
  }
}

export const addressRefused: Omit<Problem, 'loc'> = {
  type: 'address_refused',
  msg: 'This address is not one of the public web (http or https, a public host, its usual port)',
};

export async function validateExternalUrl<T>(loc: Problem['loc'], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AddressRefused) throw invalid({ ...addressRefused, loc });
    throw error;
  }
}
