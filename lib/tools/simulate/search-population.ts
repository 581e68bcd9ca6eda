import { dictionary } from '@zxcvbn-ts/language-common';
import { placeOf, type SearchDocument, type SearchField } from '#shared/search/rules/search-documents.ts';
import { seeded } from './seeded.ts';

const frequent = 'the a of and with in on for at by is from to it as that this its over under'.split(' ');
const rare = dictionary['diceware-common'] as readonly string[];
const words = [...frequent, ...rare];
const firstMs = Date.UTC(2026, 0, 1);

export const askedFor = ['an e-mail', 'an id', 'a word of its own', '50 letters of a text'] as const;

export type Population = {
  documents: SearchDocument[];
  asked: { place: string; q: string }[];
  selective: string[];
};

/**
 * The records are 40 % users, 30 % conversations of about 2.5 KB and 30 % images of 1.2 KB. Each query
 * matches one record.
 */
export function populationOf(size: number, queries: number): Population {
  const random = seeded(7);
  const below = (limit: number) => Math.floor(random() * limit);
  const word = () => words[Math.min(words.length - 1, Math.floor(words.length ** random()) - 1)] as string;
  const sentence = (characters: number) => {
    let text = word();
    while (text.length < characters) text += ` ${word()}`;
    return text;
  };
  const usersFields: SearchField[][] = [];
  const ids: number[] = [];
  const documents = Array.from({ length: size }, (_, i): SearchDocument => {
    const createdAt = new Date(firstMs + i * 20_000 + below(20_000)).toISOString();
    if (i % 10 < 4) {
      const userId = Date.parse(createdAt) * 128 + below(128);
      const [first, last, company] = [word(), word(), word()];
      const email = `${first}.${last}${i}@${company}.example`;
      const fields = Object.entries({
        id: String(userId),
        email,
        full_name: `${first} ${last}`,
        company: `${company} Ltd`,
        company_website: `https://${company}.example/`,
        company_short_desc: sentence(120),
        role: word(),
      }).map(([name, text]) => ({ name, text }));
      usersFields.push(fields);
      ids.push(userId);
      return { kind: 'user', id: String(userId), userId, createdAt, title: email, fields, userFields: [] };
    }
    const owner = below(usersFields.length);
    const of = { userId: ids[owner] ?? 1, createdAt, userFields: usersFields[owner] ?? [] };
    const uniqueWord = `${word()}${i}${word()}`;
    return i % 10 < 7
      ? {
          kind: 'conversation',
          id: `cs_${i}`,
          title: sentence(30),
          ...of,
          fields: [1200, 800, 500].map((length) => ({
            name: 'step',
            text: `${sentence(length)} ${uniqueWord}`,
          })),
        }
      : {
          kind: 'image',
          id: String(i),
          title: sentence(30),
          ...of,
          fields: [700, 200, 300].map((length) => ({
            name: 'prompt',
            text: `${sentence(length)} ${uniqueWord}`,
          })),
        };
  });
  const others = documents.filter(({ kind }) => kind !== 'user');
  const owners = new Set(others.map(({ userId }) => userId));
  const users = documents.filter(({ kind, userId }) => kind === 'user' && !owners.has(userId));
  const queryTexts = Array.from({ length: queries }, (_, i) => {
    const of = i % askedFor.length < 2 ? users : others;
    const document = of[below(of.length)] as SearchDocument;
    const text = document.fields[0]?.text ?? '';
    const email = document.fields[1]?.text ?? '';
    const q = [email, text, text.split(' ').at(-1) ?? '', text.slice(100, 150)][i % askedFor.length] ?? '';
    return { place: placeOf(document), q };
  });
  return { documents, asked: queryTexts, selective: queryTexts.map(({ q }) => q) };
}
