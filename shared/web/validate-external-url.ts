import { invalid, type Problem } from '#shared/values/errors.ts';
import { AddressRefused } from './web.ts';

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
