import common from './common-passwords.json' with { type: 'json' };
import { hashedForm } from './passwords.ts';

let words: Set<string> | undefined;

/**
 * Returns whether a password, in any letter case, is one of the ten thousand most common passwords of six or
 * more characters.
 */
export function isCommonPassword(password: string): boolean {
  words ??= new Set(common.words.split(' '));
  return words.has(hashedForm(password).toLowerCase());
}
