import { isRawNumber } from '#shared/json.ts';

const mask = '[redacted]';
const email = /[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+\.[a-z]{2,}/i;
// Phone numbers as people write them: a plus, or spaced groups. Bare digits are left alone: order numbers look so.
const phone =
  /(?<![\w+])\+\d[\d\s().-]{6,18}\d(?!\w)|(?<![\w.-])\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}(?![\w.-])|(?<![\w.-])0\d{1,4}[\s/]\d[\d\s]{5,10}\d(?!\w)/;
const card = /(?<![\w.-])[3-6]\d{3}(?:[ -]?\d){9,15}(?![\w.-])/g;
const personalName =
  /^(?:e_?mail(?:_?address)?|phone(?:_?number)?|mobile(?:_?number)?|tel(?:ephone)?|card_?number|ssn)$/i;

/**
 * Properties with what looks like an e-mail address, phone number or card number masked (contract 7), and the paths
 * of what was masked. Takes any parsed JSON; the value given is not changed.
 */
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
        // A key can be an address itself; its path then names no person either.
        const shown = email.test(key) ? mask : key;
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
  if (typeof value === 'number')
    return hasCard(String(value)) || (personalName.test(name) && value > 999_999);
  if (typeof value !== 'string') return false;
  if (personalName.test(name)) return value.trim() !== '';
  return email.test(value) || phone.test(value) || hasCard(value);
}

const hasCard = (text: string) =>
  [...text.matchAll(card)].some(([digits]) => passesLuhn(digits.replace(/\D/g, '')));

/** The check digit of payment cards (ISO/IEC 7812-1). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
