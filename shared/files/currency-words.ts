import { isCurrency } from '#shared/values/currencies.ts';
import { fileLanguages, plainWord } from './languages.ts';

/** Spreadsheets and shops write these words too, which CLDR does not list. */
const otherWords: Partial<Record<string, string>> = {
  BYN: 'руб',
  CHF: 'fr sfr',
  CNY: '元 rmb',
  CZK: 'kc',
  INR: 'rs',
  JPY: '円',
  KRW: '원',
  PEN: 's/',
  PLN: 'zl',
  PYG: 'gs',
  RUB: 'р руб',
  TRY: 'tl',
  SEK: 'skr',
  NOK: 'nkr',
  DKK: 'dkr',
  UAH: 'грн',
};

const displays = ['symbol', 'narrowSymbol', 'name'] as const;
/** Languages have up to four forms of a plural. */
const counts = [1, 2, 5, 1.5];
type Words = { words: Set<string>; languages: number };
const wordsByCurrency = new Map<string, Words>();

/** The words of a language cost a millisecond, so a language is listed when the languages before it lack the word. */
function isWordOf(currency: string, word: string): boolean {
  const first = {
    words: new Set([plainWord(currency), ...(otherWords[currency]?.split(' ') ?? [])]),
    languages: 0,
  };
  const stored = wordsByCurrency.get(currency) ?? first;
  wordsByCurrency.set(currency, stored);
  while (!stored.words.has(word)) {
    const language = fileLanguages[stored.languages++];
    if (language === undefined) return false;
    for (const name of wordsIn(language, currency)) stored.words.add(name);
  }
  return true;
}

function* wordsIn(language: string, currency: string): Generator<string> {
  for (const currencyDisplay of displays) {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
    for (const count of currencyDisplay === 'name' ? counts : [1])
      for (const { type, value } of format.formatToParts(count)) if (type === 'currency') yield plainWord(value);
  }
}

/** Dollars, pounds, yen and cents belong to several currencies. */
const sharedSign = /^[a-z]{0,3}[$£¥¤¢]$/;

/** CLDR lists the words, such as `kr`, `zł`, `US$` or `euros`. Without a currency, only signs and codes count. */
export function isCurrencyWord(word: string, currency: string | null): boolean {
  const plain = plainWord(word);
  if (plain === '' || sharedSign.test(plain)) return true;
  if (currency === null || !isCurrency(currency)) return isCurrency(word) || /^\p{Sc}$/u.test(plain);
  return isWordOf(currency, plain);
}
