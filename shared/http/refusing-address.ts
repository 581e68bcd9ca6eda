import { AddressRefused } from '#shared/ports/web.ts';
import { invalid, type Problem } from './errors.ts';

/**
 * Work on an address that a request brought, such as `web.check(url)` or `web.fetch(…)`: when the address is none of the
 * public web, the answer is a 422 whose problem at `loc` has the type `address_refused`.
 */
export async function refusingAddress<T>(loc: Problem['loc'], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw invalid({
      type: 'address_refused',
      loc,
      msg: 'This address is not one of the public web (http or https, a public host, its usual port)',
    });
  }
}
