import type { User } from './users.ts';

export const emailOfPhone = (phone: string, operatorDomain: string) => `user+${phone.slice(1)}@${operatorDomain.toLowerCase()}`;

export function phoneOfEmail(email: string, operatorDomain: string): string | null {
  const digits = /^user\+(\d{5,15})@(.+)$/.exec(email);
  return digits && digits[2] === operatorDomain.toLowerCase() ? `+${digits[1]}` : null;
}

export const hasMailbox = ({ email, phone }: Pick<User, 'email' | 'phone'>) =>
  phone === null || !email.startsWith(`user+${phone.slice(1)}@`);
