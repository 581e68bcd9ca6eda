import { plainWord } from './languages.ts';

/** Croatian has another month for the name `listopad` than Czech and Polish. */
const languages = 'en de fr es pt it nl sv da nb fi pl cs hu ro tr ru uk'.split(' ');
const englishMonths = 'january february march april may june july august september october november december'.split(' ');
const english = new Map(englishMonths.flatMap((name, at) => [name, name.slice(0, 3)].map((form) => [form, at + 1])));
let monthsByName: Map<string, number> | undefined;

/** Next to a day, the name of the month is in the genitive, as in dates. */
function readMonths(): Map<string, number> {
  const months = new Map<string, number>([['sept', 9]]);
  for (const language of languages)
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
      for (let at = 0; at < 12; at++) {
        const parts = format.formatToParts(Date.UTC(2026, at, 15));
        months.set(plainWord(parts.find(({ type }) => type === 'month')?.value ?? ''), at + 1);
      }
    }
  return months;
}

/** The number of the month, from 1, by its name in any of the languages, long or short. */
export function monthOf(name: string): number | null {
  const plain = plainWord(name);
  const ofEnglish = english.get(plain);
  if (ofEnglish !== undefined) return ofEnglish;
  monthsByName ??= readMonths();
  return monthsByName.get(plain) ?? null;
}
