import { EventRefusedError } from './errors.ts';

export const refusal = (code: string, message: string) => new EventRefusedError(message, { code });

/** Programs write these texts for a missing value. In an event ID they would merge many sales. */
const placeholder = `(?:${[
  'undefined',
  'null',
  'none',
  'nil',
  '<nil>',
  'nan',
  '[+-]?(?:inf|infinity)',
  'true',
  'false',
  String.raw`\[object [^\]:]*\]`,
  '0{8}(?:-0{4}){3}-0{12}',
].join('|')})`;
const namesNothing = new RegExp(`^(?:[^:]*:)?${placeholder}(?::${placeholder})*$`, 'i');

/** `order_created:` and `order_created:undefined` name no order, so that all orders would share the event ID. */
export function eventIdText(id: unknown): string {
  const parts = String(id ?? '')
    .split(':')
    .map((part) => part.trim());
  if (parts.includes('')) throw refusal('event_id_missing', `event_id "${id}" has no ID of yours.`);
  if (typeof id !== 'string' || namesNothing.test(parts.join(':'))) throw refusal('invalid_id', `event_id "${id}" is no ID of yours.`);
  return wellFormed('event_id', id);
}

export function eventIdPart(type: string, id: unknown): string {
  if (id === undefined || id === null || (typeof id === 'string' && id.trim() === ''))
    throw refusal('event_id_missing', `${type} needs an ID of yours.`);
  const text = idText(`The ID of ${type}`, id).trim();
  if (namesNothing.test(`:${text}`)) throw refusal('invalid_id', `The ID of ${type}, "${text}", is no ID of yours.`);
  return text;
}

/** Every half of a character is sent as the same replacement, so that two IDs would become equal. */
function wellFormed(name: string, text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw refusal('invalid_id', `${name} is not well-formed Unicode.`);
  return text;
}

/** Numbers above 2^53 have lost digits, and all objects have the same text. */
export function idText(name: string, id: unknown): string {
  if (typeof id === 'string') return wellFormed(name, id);
  if (typeof id === 'bigint') return String(id);
  if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id);
  const what = typeof id === 'number' ? 'a number that is no exact integer' : `of type ${typeof id}`;
  throw refusal('invalid_id', `${name} is ${what}. Use a text, a safe integer or a bigint.`);
}

export const userIdText = (id: unknown): string | undefined => (id === undefined || id === null ? undefined : idText('The user ID', id));
