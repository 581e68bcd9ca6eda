import { isRawNumber } from '#shared/values/json.ts';

const mask = '[redacted]';
// A quantifier before the @ would take quadratic time. `shoe@2x.png` is no address.
const email =
  /[^\s@"'<>(),;:]@(?!\d+(?:\.\d+)?x\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico|heic|tiff?)(?![a-z\d.-]))[^\s@"'<>(),;:]{1,255}\.[a-z]{2,}/i;
// Phone numbers have a plus or spaced groups. Bare digits are order numbers.
const phone = new RegExp(
  [
    /(?<![\w+])\+(?!\d+[.,]\d{1,2}(?![\d.]))\d[\d\s()./-]{6,18}\d(?!\w)/,
    /(?<![\w.-])(?:1[\s.-])?\(?\d{3}\)?[\s.-]\s?\d{3}[\s.-]\d{4}(?!\w|[.-]\w)/,
    /(?<![\w./-]|\d\s)\(?0\d{1,4}\)?(?:[\s/]{1,3}\d[\d\s]{5,10}\d|(?:\.\d\d){4}|(?:-\d\d){4})(?!\w|[.:/-]\w)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const digitGroups = /(?<![\w.-])\d{4}(?:[ -]?\d){9,15}(?!\w|[.-]\w)/g;
/** Order numbers seldom look like payment cards (ISO/IEC 7812). */
const card = new RegExp(
  `^(?:${[
    /4\d{15}(?:\d{3})?|5[0-8]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|6\d{15,18}/,
    /3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}/,
  ]
    .map(({ source }) => source)
    .join('|')})$`,
);
const personalName = /^(?:e_?mail(?:_?address)?|phone(?:_?number)?|mobile(?:_?number)?|tel(?:ephone)?|card_?number|ssn)$/i;

export function redactPersonalData(properties: Record<string, unknown>): {
  properties: Record<string, unknown>;
  fields: string[];
} {
  const fields: string[] = [];
  const clean = walk(properties, 'properties', fields) as Record<string, unknown>;
  return { properties: fields.length > 0 ? clean : properties, fields };
}

function walk(value: unknown, path: string, fields: string[], name = ''): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => walk(entry, `${path}.${index}`, fields, name));
  if (typeof value === 'object' && value !== null && !isRawNumber(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => {
        // A property's key can be an address itself, so its path then shows a mask.
        const shown = isPersonal(key, '') ? mask : key;
        if (shown !== key) fields.push(`${path}.${mask}`);
        return [shown, walk(entry, `${path}.${shown}`, fields, key)];
      }),
    );
  }
  if (!isPersonal(value, name)) return value;
  fields.push(path);
  return mask;
}

function isPersonal(value: unknown, name: string): boolean {
  if (typeof value === 'number') return hasCard(String(value)) || (personalName.test(name) && value > 999_999);
  if (isRawNumber(value)) return hasCard(value.rawJSON) || personalName.test(name);
  if (typeof value !== 'string') return false;
  if (personalName.test(name)) return value.trim() !== '';
  return email.test(value) || phone.test(value) || hasCard(value);
}

export const looksPersonal = (id: string) => email.test(id) || /^\+\d[\d\s()./-]{6,18}\d$/.test(id);

export const withoutEmail = (text: string) => (email.test(text) ? mask : text);

export const maskedPath = (path: string) =>
  path
    .split('/')
    .map((segment) => (looksPersonal(decoded(segment)) ? mask : segment))
    .join('/');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const minCardDigits = 13;

const hasCard = (text: string) =>
  text.length >= minCardDigits &&
  [...text.matchAll(digitGroups)]
    .map(([digitGroup]) => digitGroup.replace(/\D/g, ''))
    .some((digits) => card.test(digits) && passesLuhn(digits));

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
