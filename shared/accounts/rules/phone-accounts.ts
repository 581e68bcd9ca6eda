import type { User } from './users.ts';

/** The generated e-mail of an account with a phone (E.164): `user+<digits>@<operator domain>`. */
export const emailOfPhone = (phone: string, operatorDomain: string) =>
  `user+${phone.slice(1)}@${operatorDomain.toLowerCase()}`;

/** Returns the phone (E.164) in a generated e-mail, or `null` for other addresses. */
export function phoneOfEmail(email: string, operatorDomain: string): string | null {
  const digits = /^user\+(\d{5,15})@(.+)$/.exec(email);
  return digits && digits[2] === operatorDomain.toLowerCase() ? `+${digits[1]}` : null;
}

/** A generated e-mail has no mailbox. */
export const hasMailbox = ({ email, phone }: Pick<User, 'email' | 'phone'>) =>
  phone === null || !email.startsWith(`user+${phone.slice(1)}@`);
