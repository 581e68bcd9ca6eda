import * as z from 'zod';
import { isCommonPassword } from '#shared/accounts/sign-in/rules/common-passwords.ts';
import { hashedForm } from '#shared/accounts/sign-in/rules/passwords.ts';

const maxBytes = 256;

/** docs/api/accounts.md#passwords has the rules. */
export const passwordOf = (minCharacters: number) =>
  z
    .string()
    .check(({ value, issues }) => {
      const problem = (type: string, message: string) => issues.push({ code: 'custom', message, input: value, params: { type } });
      // The other checks of a password cost time per character, so a long password is rejected first.
      if (Buffer.byteLength(value) > maxBytes) problem('string_too_long', `At most ${maxBytes} bytes as UTF-8`);
      else if (!value.isWellFormed()) problem('string_unicode', 'Not well-formed Unicode');
      else if ([...hashedForm(value)].length < minCharacters) problem('string_too_short', `At least ${minCharacters} characters`);
      else if (isCommonPassword(value))
        problem('password_too_common', 'This password is too common. Choose another, such as a few words in a row');
    })
    .meta({
      description: `At least ${minCharacters} characters, at most 256 bytes as UTF-8, none of the 10,000 most common passwords.`,
      example: 'correct horse battery staple',
    });

/** Existing clients rely on a minimum of six characters. */
export const NewPassword = passwordOf(6);
