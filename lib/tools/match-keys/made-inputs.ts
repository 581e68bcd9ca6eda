import examples from 'libphonenumber-js/examples.mobile.json';
import { getExampleNumber } from 'libphonenumber-js/min';
import { seeded } from '#lib/tools/simulate/seeded.ts';

const seed = 68;
const count = 1000;

const names = ['ann', 'John', 'MARIA', 'o’neil', "o'neil", 'x', 'li', 'Jean-Luc', 'customer_7', 'a1'];
const domains = ['gmail.com', 'GMail.com', 'googlemail.com', 'example.com', 'Mail.Example.CO.UK', 'xn--kln-sna.example', 'example'];
const blanks = ['', ' ', '\t', '\n'];

/** The same addresses and phone numbers come at each run. None belongs to a person. */
export function madeInputs(): { emails: string[]; phones: string[] } {
  const random = seeded(seed);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const emails = Array.from({ length: count }, () => {
    const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => oneOf(names) + Math.floor(random() * 1000));
    const tag = random() < 0.4 ? `+${oneOf(names)}` : '';
    const inner = random() < 0.03 ? ' ' : '';
    return `${oneOf(blanks)}${parts.join('.')}${inner}${tag}@${oneOf(domains)}${oneOf(blanks)}`;
  });
  const countries = Object.keys(examples) as (keyof typeof examples)[];
  const phones = Array.from({ length: count }, () => {
    const example = getExampleNumber(oneOf(countries), examples);
    const number = String(example?.number).slice(0, -3) + String(Math.floor(random() * 1000)).padStart(3, '0');
    return written(number, oneOf(['', ' ', '-', '.', '()']));
  });
  return { emails, phones };
}

/** The official packages judge only numbers with `+` and their country code. */
function written(number: string, separator: string): string {
  if (separator === '') return number;
  const [head, middle, tail] = [number.slice(0, -7), number.slice(-7, -4), number.slice(-4)];
  return separator === '()' ? `${head} (${middle}) ${tail}` : [head, middle, tail].join(separator);
}
