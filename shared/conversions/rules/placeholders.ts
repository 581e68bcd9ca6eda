import { hash } from 'node:crypto';
import { once } from '#shared/values/once.ts';

/** Programs write these words for a missing user; as an ID, a word would join all guests. */
const words = [
  '',
  '0',
  '-1',
  'null',
  'undefined',
  'none',
  'nil',
  'nan',
  'n/a',
  'na',
  'guest',
  'anonymous',
  'unknown',
  'true',
  'false',
  '(null)',
  '(none)',
  '<null>',
  'not set',
  '(not set)',
  'not_set',
  '-',
  '--',
  '00000000-0000-0000-0000-000000000000',
];
const object = /^\[object \w+\]$/i;

const written = (word: string) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];
const hashedWords = once(
  () =>
    new Set(
      [...words, 'NaN', '[object Object]', '[object Promise]', '[object Undefined]', '[object Null]']
        .flatMap(written)
        .map((word) => hash('sha256', word)),
    ),
);

export function userIdOf(text: string): string | null {
  const id = text.trim();
  const isPlaceholder = id.startsWith('sha256:')
    ? hashedWords().has(id.slice('sha256:'.length).toLowerCase())
    : words.includes(id.toLowerCase()) || object.test(id);
  return isPlaceholder ? null : id;
}

/** An ID such as `order_created:` names no event, so all events with it would count as a single event. */
export const namesNothing = (eventId: string): boolean => eventId.endsWith(':');
export const namesNothingText = 'An ID that ends with ":" lacks its last part, as in order_created:10017';

const missingPart = /^(|undefined|null|NULL|None|nil|NaN|0{8}(-0{4}){3}-0{12}|\[object \w+\])$/;

/** A missing part, as in `order_created:undefined`, would count many sales once. */
export const isIncompleteId = (eventId: string): boolean => eventId.split(':').some((part) => missingPart.test(part.trim()));
