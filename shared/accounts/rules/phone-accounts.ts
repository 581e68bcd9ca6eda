import type { User } from './users.ts';

/** The generated e-mail of an account made with a phone (E.164): `user+<digits>@<operator domain>`. */
export const emailOfPhone = (phone: string, operatorDomain: string) =>
  `user+${phone.slice(1)}@${operatorDomain.toLowerCase()}`;

/** The phone (E.164) behind a generated e-mail; `null` for every other address. */
export function phoneOfEmail(email: string, operatorDomain: string): string | null {
  const digits = /^user\+(\d{5,15})@(.+)$/.exec(email);
  return digits && digits[2] === operatorDomain.toLowerCase() ? `+${digits[1]}` : null;
}

/** Whether somebody reads an account's e-mail: nobody does the generated one of a phone's account. */
export const hasMailbox = ({ email, phone }: Pick<User, 'email' | 'phone'>) =>
  phone === null || !email.startsWith(`user+${phone.slice(1)}@`);
