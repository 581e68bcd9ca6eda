/** The built-in formats of dates and times, also of East Asian versions. Source: ECMA-376-1:2016, 18.8.30. */
const builtInDates = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Excel's limit of a format. Removing brackets from a longer one would cost the square of its length. */
const maxFormatLength = 255;

/** Numbers of a date format count days. `code` is the text of a format that is not built in. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates(id);
  const [positive = ''] = code
    .slice(0, maxFormatLength)
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .split(';');
  const plain = positive.replace(/s\.0+/gi, 's').replace(/general/gi, '');
  return /y|m|d|h|s/i.test(plain) && !/[0#?@]/.test(plain);
}

/** Excel computes with 15 digits, and shows no more. */
const keptDigits = 15;

/**
 * The text of a stored number such as `12.400000000000002` or `1.2E-3`: 15 digits without an exponent. A number with more
 * digits before its point keeps an exponent, because its last digits are lost: it is no ID.
 */
export function plainNumber(stored: string): string {
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return stored;
  if (Math.abs(number) >= 10 ** keptDigits) return number.toExponential();
  const rounded = Number(number.toPrecision(keptDigits));
  const text = String(rounded);
  const plain = text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text;
  // A reader of files would ask whether 1.234 is a thousand, so a fourth decimal settles it.
  return /^-?\d{1,3}\.\d{3}$/.test(plain) ? `${plain}0` : plain;
}

const dayMs = 86_400_000;
const firstDays = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };
const lastDay = 2_958_465;

/** The day of a serial number as `2026-11-20`, with a time of day to the second as `2026-11-20 10:00:00`. */
export function dateText(stored: string, isFrom1904: boolean): string {
  const serial = Number(stored);
  if (stored.trim() === '' || !(serial >= 0 && serial <= lastDay)) return stored;
  const first = isFrom1904 ? firstDays.from1904 : firstDays.from1900;
  const iso = new Date(first + Math.round((serial * dayMs) / 1000) * 1000).toISOString();
  const [day = '', time = ''] = [iso.slice(0, 10), iso.slice(11, 19)];
  if (serial < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
