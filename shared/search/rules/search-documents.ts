import type { User } from '#shared/accounts/rules/users.ts';
import type { ContentSession, ImageConversation, StoredPrompt } from '#shared/prompts/rules/conversations.ts';
import { type AccountId, ownAccountOf } from '#shared/values/tenant.ts';
import { composed, findFolded, normalizeForSearch } from './normalize-for-search.ts';

export const searchKinds = ['user', 'conversation', 'image'] as const;
export type SearchKind = (typeof searchKinds)[number];

export type SearchField = { name: string; text: string };

export type DocumentRef = {
  kind: SearchKind;
  id: string;
  userId: AccountId;
  /** The time is ISO 8601 UTC. */
  createdAt: string;
};
export type SearchDocument = DocumentRef & {
  title: string;
  fields: readonly SearchField[];
  userFields: readonly SearchField[];
};

export function userDocument(user: User): SearchDocument {
  const { id, createdAt, fullName, company, email } = user;
  return {
    kind: 'user',
    id: String(id),
    userId: ownAccountOf(id),
    createdAt,
    title: fullName || company || email,
    fields: fieldsOfUser(user),
    userFields: [],
  };
}

export const conversationDocument = (session: ContentSession, user: User | null): SearchDocument => ({
  kind: 'conversation',
  ...of(session),
  title: session.title,
  fields: nonEmptyFields([['title', session.title], ...session.steps.map(({ content }) => ['step', content] as const)]),
  userFields: user ? fieldsOfUser(user) : [],
});

export const imageDocument = (conversation: ImageConversation, prompts: readonly StoredPrompt[], user: User | null): SearchDocument => ({
  kind: 'image',
  ...of(conversation),
  title: conversation.title,
  fields: nonEmptyFields([
    ['title', conversation.title],
    ...prompts.flatMap(({ prompt, negativePrompt, style, elements }) => [
      ['prompt', prompt] as const,
      ['negative_prompt', negativePrompt] as const,
      ['style', style] as const,
      ...elements.map((element) => ['element', element] as const),
    ]),
    ...conversation.messages.map(({ text }) => ['message', text] as const),
  ]),
  userFields: user ? fieldsOfUser(user) : [],
});

const of = ({ id, userId, createdAt }: { id: string | number; userId: AccountId; createdAt: string }) => ({
  id: String(id),
  userId,
  createdAt,
});

export const fieldsOfUser = (user: User): SearchField[] =>
  nonEmptyFields([
    ['id', String(user.id)],
    ['email', user.email],
    ['phone', user.phone],
    ['full_name', user.fullName],
    ['company', user.company],
    ['company_website', user.companyWebsite],
    ['company_short_desc', user.companyShortDesc],
    ['role', user.role],
  ]);

const nonEmptyFields = (fields: readonly (readonly [name: string, text: string | null])[]): SearchField[] =>
  fields.flatMap(([name, text]) => (text ? [{ name, text: composed(text) }] : []));

export const foldedTexts = ({ fields, userFields }: SearchDocument): string[] =>
  [...fields, ...userFields].map(({ text }) => normalizeForSearch(text));

export const partsOfDocument = 4;

/** In smaller parts of a document, fewer grams match by chance. */
export function foldedParts(document: SearchDocument): string[][] {
  const parts = Array.from({ length: partsOfDocument }, () => ({ length: 0, texts: [] as string[] }));
  for (const text of foldedTexts(document).sort((a, b) => b.length - a.length)) {
    const part = parts.reduce((shortest, part) => (part.length < shortest.length ? part : shortest));
    part.length += text.length;
    part.texts.push(text);
  }
  return parts.map(({ texts }) => texts);
}

export const placeOf = ({ createdAt, kind, id }: DocumentRef) => `${momentOf(createdAt)}#${kind}#${id}`;
const momentOf = (createdAt: string) => String(Date.parse(createdAt)).padStart(momentLength, '0');
export const momentLength = 13;
export const kindAt = (place: string) => place.split('#', 2)[1] as SearchKind;

export type Hit = { name: string | null; ofUser: boolean; text: string; start: number; end: number };

export function hitIn(document: SearchDocument, query: string, only?: readonly string[]): Hit | null {
  const ownFields = only ? document.fields.filter(({ name }) => only.includes(name)) : document.fields;
  if (query === '') return { name: null, ofUser: false, text: beginningOf(document), start: 0, end: 0 };
  for (const [fields, ofUser] of [
    [ownFields, false],
    [only ? [] : document.userFields, true],
  ] as const)
    for (const { name, text } of fields) {
      const range = findFolded(text, query);
      if (range) return { name, ofUser, text, ...range };
    }
  return null;
}

const beginningOf = ({ fields, title }: SearchDocument) => fields.find(({ name }) => name !== 'title' && name !== 'id')?.text ?? title;
