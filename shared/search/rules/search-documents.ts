import type { User } from '#shared/accounts/rules/users.ts';
import type { ContentSession, ImageConversation, StoredPrompt } from '#shared/prompts/rules/conversations.ts';
import { composed, findFolded, normalizeForSearch } from './normalize-for-search.ts';

export const searchKinds = ['user', 'conversation', 'image'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** A text that is searched as one: no query spans two. */
export type SearchField = { name: string; text: string };

/** The permanent key of a document. `id` is the user's, the content session's or the image conversation's. */
export type DocumentRef = {
  kind: SearchKind;
  id: string;
  userId: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
};
/** What the search finds: a user, a content agent's conversation, an image conversation with its stored prompts. */
export type SearchDocument = DocumentRef & {
  title: string;
  fields: readonly SearchField[];
  /** The texts of its user: what is found by them brings the user's conversations and images too. Empty of a user itself. */
  userFields: readonly SearchField[];
};

export function userDocument(user: User): SearchDocument {
  const { id, createdAt, fullName, company, email } = user;
  return {
    kind: 'user',
    id: String(id),
    userId: id,
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
  fields: given([
    ['title', session.title],
    ...session.steps.map(({ content }) => ['step', content] as const),
  ]),
  userFields: user ? fieldsOfUser(user) : [],
});

export const imageDocument = (
  conversation: ImageConversation,
  prompts: readonly StoredPrompt[],
  user: User | null,
): SearchDocument => ({
  kind: 'image',
  ...of(conversation),
  title: conversation.title,
  fields: given([
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

const of = ({ id, userId, createdAt }: { id: string | number; userId: number; createdAt: string }) => ({
  id: String(id),
  userId,
  createdAt,
});

/** What of an account is searched: who and which company it is; never a hash. */
export const fieldsOfUser = (user: User): SearchField[] =>
  given([
    ['id', String(user.id)],
    ['email', user.email],
    ['phone', user.phone],
    ['full_name', user.fullName],
    ['company', user.company],
    ['company_website', user.companyWebsite],
    ['company_short_desc', user.companyShortDesc],
    ['role', user.role],
  ]);

const given = (fields: readonly (readonly [name: string, text: string | null])[]): SearchField[] =>
  fields.flatMap(([name, text]) => (text ? [{ name, text: composed(text) }] : []));

/** Every text by which a document is found, folded. */
export const foldedTexts = ({ fields, userFields }: SearchDocument): string[] =>
  [...fields, ...userFields].map(({ text }) => normalizeForSearch(text));

/** Parts of a document that the index keeps apart. */
export const partsOfDocument = 4;

/**
 * The texts of a document in four parts of nearly one length, folded: what must be in one text must be in one part, and
 * the smaller a part, the fewer matches by chance.
 */
export function foldedParts(document: SearchDocument): string[][] {
  const parts = Array.from({ length: partsOfDocument }, () => ({ length: 0, texts: [] as string[] }));
  for (const text of foldedTexts(document).sort((a, b) => b.length - a.length)) {
    const part = parts.reduce((least, one) => (one.length < least.length ? one : least));
    part.length += text.length;
    part.texts.push(text);
  }
  return parts.map(({ texts }) => texts);
}

/**
 * Where the order of results has a document: newest first is from the greatest place down. Of one millisecond, by kind
 * and id.
 */
export const placeOf = ({ createdAt, kind, id }: DocumentRef) => `${momentOf(createdAt)}#${kind}#${id}`;
const momentOf = (createdAt: string) => String(Date.parse(createdAt)).padStart(momentLength, '0');
export const momentLength = 13;
export const kindAt = (place: string) => place.split('#', 2)[1] as SearchKind;

/** The text in which a query was found. `ofUser`: the user's, not the document's own; `name` is null for the empty query. */
export type Hit = { name: string | null; ofUser: boolean; text: string; start: number; end: number };

/** Where a folded query occurs in a document, its own texts first; `only`: fields of these names. `null` when nowhere. */
export function hitIn(document: SearchDocument, query: string, only?: readonly string[]): Hit | null {
  const own = only ? document.fields.filter(({ name }) => only.includes(name)) : document.fields;
  if (query === '') return { name: null, ofUser: false, text: beginningOf(document), start: 0, end: 0 };
  for (const [fields, ofUser] of [
    [own, false],
    [only ? [] : document.userFields, true],
  ] as const)
    for (const { name, text } of fields) {
      const found = findFolded(text, query);
      if (found) return { name, ofUser, text, ...found };
    }
  return null;
}

/** What a document is shown by without a hit: its first text that is not the title or the id. */
const beginningOf = ({ fields, title }: SearchDocument) =>
  fields.find(({ name }) => name !== 'title' && name !== 'id')?.text ?? title;
